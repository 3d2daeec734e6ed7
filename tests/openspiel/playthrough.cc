// playthrough GAME PLAYERS OPTIONS: a game of actions from a fixed sequence, as OpenSpiel sees it; python/tests/test_openspiel.py
// writes the same lines with the Python adapter. Sums of tensors are weighted by their places.
#include <cstdio>
#include <string>

#include "open_spiel/spiel.h"

using open_spiel::Action;
using open_spiel::Game;
using open_spiel::GameParameter;
using open_spiel::State;

static double Sum(const std::vector<float>& values) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); i++) sum += values[i] * static_cast<double>(i % 97 + 1);
  return sum;
}

static size_t Size(const std::vector<int>& shape) {
  size_t size = 1;
  for (int n : shape) size *= static_cast<size_t>(n);
  return size;
}

static void Look(const Game& game, const State& state, int player) {
  std::vector<float> observed(Size(game.ObservationTensorShape())), known(Size(game.InformationStateTensorShape()));
  state.ObservationTensor(player, absl::Span<float>(observed.data(), observed.size()));
  state.InformationStateTensor(player, absl::Span<float>(known.data(), known.size()));
  std::string said = state.InformationStateString(player);
  size_t end = said.size() - 1, begin = said.rfind('\n', end - 1) + 1;
  std::printf("  player %d: observation %.0f of %zu characters, information %.0f, last: %s\n", player, Sum(observed),
              state.ObservationString(player).size(), Sum(known), said.substr(begin, end - begin).c_str());
}

static void Resampled(const State& state, int player) {
  auto world = state.ResampleFromInfostate(player, [] { return 0.25; });
  bool same = world->InformationStateString(player) == state.InformationStateString(player) &&
              world->ObservationString(player) == state.ObservationString(player);
  std::printf("  resampled for %d: %s\n", player, same ? "the same to them" : "DIFFERENT");
  while (!world->IsTerminal()) {
    world->InformationStateString(1 - player);
    world->ApplyAction(world->LegalActions()[0]);
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::shared_ptr<const Game> game = open_spiel::LoadGame(
      argv[1], {{"players", GameParameter(std::stoi(argv[2]))}, {"options", GameParameter(std::string(argv[3]))}});
  std::printf("%s players %d actions %d outcomes %d utility %.0f..%.0f sum %.0f length %d\n", argv[1], game->NumPlayers(),
              game->NumDistinctActions(), game->MaxChanceOutcomes(), game->MinUtility(), game->MaxUtility(),
              *game->UtilitySum(), game->MaxGameLength());
  std::unique_ptr<State> state = game->NewInitialState();
  uint32_t x = 1;
  for (int n = 0; !state->IsTerminal(); n++) {
    std::vector<Action> legal = state->LegalActions();
    x = (1103515245 * x + 12345) & 0x7fffffff;
    Action action = legal[(x >> 8) % legal.size()];
    if (n < 12 || n % 100 == 0) {
      std::printf("%d: player %d of %zu actions %lld \"%s\"\n", n, state->CurrentPlayer(), legal.size(), (long long)action,
                  state->ActionToString(state->CurrentPlayer(), action).c_str());
      if (state->IsChanceNode()) std::printf("  odds %.6f\n", state->ChanceOutcomes()[(x >> 8) % legal.size()].second);
      if (n % 10 == 0 && n > 0) {
        for (int player = 0; player < game->NumPlayers(); player++) Look(*game, *state, player);
        Resampled(*state->Clone(), n / 10 % 2);
      }
    }
    state->ApplyAction(action);
  }
  std::printf("over:");
  for (double r : state->Returns()) std::printf(" %.3f", r);
  std::printf("\n%s", state->ToString().c_str());
  return 0;
}
