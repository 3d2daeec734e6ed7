// Atoll's games in OpenSpiel: atoll_reef, atoll_reef_encounter, atoll_my_shelfie, with the parameters players and options.
//
// Put this file into OpenSpiel's games folder, name it in its CMakeLists.txt, and link with -latoll (docs/openspiel.md). It
// knows nothing of Atoll but atoll.h. A draw is a chance node with all outcomes, numbered as at_state_moves() lists them.

#include <atoll.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "open_spiel/observer.h"
#include "open_spiel/spiel.h"

namespace open_spiel {
namespace atoll {
namespace {

struct Setup {
  const struct at_game* game;
  int players;
  uint8_t options;
};

void Check(enum at_err err, const at_error& why) {
  if (err) SpielFatalError(why.why);
}

class AtollState : public State {
 public:
  AtollState(std::shared_ptr<const Game> game, const Setup& setup)
      : State(std::move(game)),
        setup_(setup),
        block_(at_state_size(setup.game) / sizeof(uint64_t) + 1),
        seen_(setup.players + 1) {
    at_error why;
    Check(at_state_init(setup.game, setup.players, setup.options, s(), &why), why);
  }
  AtollState(const AtollState&) = default;

  Player CurrentPlayer() const override {
    int turn = at_state_turn(s());
    return turn == AT_CHANCE ? kChancePlayerId : turn == AT_OVER ? kTerminalPlayerId : turn;
  }

  std::vector<Action> LegalActions() const override {
    std::vector<Action> actions;
    if (IsTerminal()) return actions;
    if (IsChanceNode()) {
      for (size_t i = 0; i < Moves().size(); i++) actions.push_back(static_cast<Action>(i));
      return actions;
    }
    std::vector<uint8_t> mask(at_actions(setup_.game));
    at_action_mask(s(), mask.data());
    for (size_t i = 0; i < mask.size(); i++)
      if (mask[i]) actions.push_back(static_cast<Action>(i));
    return actions;
  }

  ActionsAndProbs ChanceOutcomes() const override {
    std::vector<uint32_t> odds(at_game_moves_max(setup_.game));
    odds.resize(at_state_odds(s(), odds.data()));
    double sum = 0;
    for (uint32_t x : odds) sum += x;
    ActionsAndProbs outcomes;
    for (size_t i = 0; i < odds.size(); i++) outcomes.emplace_back(static_cast<Action>(i), odds[i] / sum);
    return outcomes;
  }

  std::string ActionToString(Player player, Action action) const override {
    char text[AT_MOVE_TEXT_MAX];
    at_move_print(s(), MoveOf(player, action), text, sizeof text);
    return text;
  }

  std::string ToString() const override { return Position(s()); }
  bool IsTerminal() const override { return at_state_turn(s()) == AT_OVER; }

  std::vector<double> Returns() const override {
    std::vector<double> returns(AT_SEATS_MAX);
    at_state_returns(s(), returns.data());
    returns.resize(num_players_);
    return returns;
  }

  // The moves and draws as the player saw them, from the first. What others know in a resampled world nobody has seen:
  // there it is what everybody saw, and their view.
  std::string InformationStateString(Player player) const override {
    std::string text(AT_MOVE_TEXT_MAX * (Seen(player).size() + 4), '\0');
    at_error why;
    at_history h = History(player);
    Check(at_information_print(&h, &text[0], text.size(), &why), why);
    text.resize(text.find('\0'));
    return h.viewer == player ? text : text + ObservationString(player);
  }

  void InformationStateTensor(Player player, absl::Span<float> values) const override {
    std::vector<uint8_t> bytes(at_information_size(setup_.game));
    at_error why;
    at_history h = History(player);
    Check(at_information_tensor(&h, bytes.data(), &why), why);
    std::copy(bytes.begin(), bytes.end(), values.begin());
  }

  std::string ObservationString(Player player) const override {
    std::vector<uint64_t> view(block_.size());
    at_error why;
    CheckPlayer(player);
    Check(at_state_view(s(), player, Of(view), &why), why);
    return Position(Of(view));
  }

  void ObservationTensor(Player player, absl::Span<float> values) const override {
    std::vector<uint8_t> bytes(at_observation_size(setup_.game));
    at_error why;
    CheckPlayer(player);
    Check(at_observe(s(), player, bytes.data(), &why), why);
    std::copy(bytes.begin(), bytes.end(), values.begin());
  }

  std::unique_ptr<State> Clone() const override { return std::unique_ptr<State>(new AtollState(*this)); }

  std::unique_ptr<State> ResampleFromInfostate(int player, std::function<double()> rng) const override {
    std::unique_ptr<AtollState> world(new AtollState(*this));
    std::vector<uint64_t> view(block_.size());
    at_rng numbers;
    at_error why;
    CheckPlayer(player);
    at_rng_seed(&numbers, static_cast<uint64_t>(rng() * 9007199254740992.0), 0);
    Check(at_state_view(s(), player, Of(view), &why), why);
    Check(at_state_guess(Of(view), &numbers, world->s(), &why), why);
    world->resampled_for_ = player;
    return world;
  }

 protected:
  void DoApplyAction(Action action) override {
    at_move m = MoveOf(CurrentPlayer(), action);
    for (int v = AT_PUBLIC; v < num_players_; v++) seen_[v + 1].push_back(at_state_seen(s(), m, v));
    at_error why;
    Check(at_state_apply(s(), m, &why), why);
  }

 private:
  static struct at_state* Of(std::vector<uint64_t>& block) { return reinterpret_cast<struct at_state*>(block.data()); }
  struct at_state* s() { return Of(block_); }
  const struct at_state* s() const { return reinterpret_cast<const struct at_state*>(block_.data()); }

  static std::string Position(const struct at_state* s) {
    std::string text(AT_TEXT_MAX, '\0');
    text.resize(at_state_print(s, &text[0], text.size()));
    return text;
  }

  std::vector<at_move> Moves() const {
    std::vector<at_move> moves(at_game_moves_max(setup_.game));
    moves.resize(at_state_moves(s(), moves.data()));
    return moves;
  }

  at_move MoveOf(Player player, Action action) const {
    at_move m = 0;
    at_error why;
    if (player == kChancePlayerId) {
      std::vector<at_move> moves = Moves();
      if (action < 0 || action >= static_cast<Action>(moves.size())) SpielFatalError("there is no such outcome");
      return moves[action];
    }
    Check(at_action_move(s(), static_cast<uint32_t>(action), &m, &why), why);
    return m;
  }

  void CheckPlayer(Player player) const {
    SPIEL_CHECK_GE(player, 0);
    SPIEL_CHECK_LT(player, num_players_);
  }

  // What is known of what a player saw.
  int Viewer(Player player) const { return resampled_for_ < 0 || resampled_for_ == player ? player : AT_PUBLIC; }
  const std::vector<at_move>& Seen(Player player) const {
    CheckPlayer(player);
    return seen_[Viewer(player) + 1];
  }
  at_history History(Player player) const {
    const std::vector<at_move>& seen = Seen(player);
    return {setup_.game, setup_.players, setup_.options, Viewer(player), seen.data(), static_cast<uint32_t>(seen.size())};
  }

  Setup setup_;
  std::vector<uint64_t> block_;
  std::vector<std::vector<at_move>> seen_;  // by everybody, then by each seat
  Player resampled_for_ = -1;
};

class AtollGame : public Game {
 public:
  AtollGame(const GameType& type, const GameParameters& params, const struct at_game* game) : Game(type, params), setup_{game, 0, 0} {
    at_error why;
    setup_.players = ParameterValue<int>("players");
    Check(at_options_parse(game, ParameterValue<std::string>("options").c_str(), &setup_.options, &why), why);
    if (setup_.players < type.min_num_players || setup_.players > type.max_num_players) SpielFatalError("so many cannot play");
  }

  int NumDistinctActions() const override { return static_cast<int>(at_actions(setup_.game)); }
  int MaxChanceOutcomes() const override { return at_game_moves_max(setup_.game); }
  int NumPlayers() const override { return setup_.players; }
  double MinUtility() const override { return -1; }
  double MaxUtility() const override { return 1; }
  absl::optional<double> UtilitySum() const override { return 0; }
  int MaxGameLength() const override { return static_cast<int>(at_game_plies_max(setup_.game)); }
  int MaxChanceNodesInHistory() const override { return MaxGameLength(); }
  std::vector<int> ObservationTensorShape() const override { return {static_cast<int>(at_observation_size(setup_.game))}; }
  std::vector<int> InformationStateTensorShape() const override { return {MaxGameLength(), AT_INFORMATION_ROW}; }
  std::unique_ptr<State> NewInitialState() const override {
    return std::unique_ptr<State>(new AtollState(shared_from_this(), setup_));
  }

 private:
  Setup setup_;
};

GameType TypeOf(const struct at_game* game) {
  std::string name = std::string("atoll_") + at_game_name(game);
  std::replace(name.begin(), name.end(), '-', '_');
  return {name,
          at_game_title(game),
          GameType::Dynamics::kSequential,
          GameType::ChanceMode::kExplicitStochastic,
          GameType::Information::kImperfectInformation,
          GameType::Utility::kZeroSum,
          GameType::RewardModel::kTerminal,
          at_game_seats_max(game),
          at_game_seats_min(game),
          /*provides_information_state_string=*/true,
          /*provides_information_state_tensor=*/true,
          /*provides_observation_string=*/true,
          /*provides_observation_tensor=*/true,
          {{"players", GameParameter(2)}, {"options", GameParameter(std::string(""))}}};
}

// All games, when the program starts.
struct Registered {
  std::vector<std::unique_ptr<GameRegisterer>> games;
  std::vector<std::unique_ptr<RegisterSingleTensorObserver>> observers;
  Registered() {
    for (int i = 0; i < at_game_count(); i++) {
      const struct at_game* game = at_game_number(i);
      GameType type = TypeOf(game);
      games.emplace_back(new GameRegisterer(type, [type, game](const GameParameters& params) -> std::shared_ptr<const Game> {
        return std::shared_ptr<const Game>(new AtollGame(type, params, game));
      }));
      observers.emplace_back(new RegisterSingleTensorObserver(type.short_name));
    }
  }
};
const Registered registered;

}  // namespace
}  // namespace atoll
}  // namespace open_spiel
