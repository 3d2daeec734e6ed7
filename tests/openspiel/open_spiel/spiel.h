/* As much of OpenSpiel's interface as an adapter meets, in our own words: what it declares has the
 * types that OpenSpiel's has, and does the least. C++17. Programs that are built with OpenSpiel
 * include its own. */
#ifndef ATOLL_TESTS_SPIEL_H
#define ATOLL_TESTS_SPIEL_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace absl
{
template <typename T> using optional = std::optional<T>;

template <typename T> class Span
{
      public:
	Span(T *at, size_t size) : at_(at), size_(size)
	{
	}
	T *begin() const
	{
		return at_;
	}
	T *end() const
	{
		return at_ + size_;
	}
	size_t size() const
	{
		return size_;
	}

      private:
	T *at_;
	size_t size_;
};
} // namespace absl

namespace open_spiel
{
using Action = int64_t;
using Player = int;
using ActionsAndProbs = std::vector<std::pair<Action, double>>;
enum : int { kChancePlayerId = -1, kTerminalPlayerId = -4 };

[[noreturn]] inline void SpielFatalError(const std::string &why)
{
	throw std::runtime_error(why);
}
#define SPIEL_CHECK_GE(a, b) ((a) >= (b) ? (void)0 : open_spiel::SpielFatalError(#a " < " #b))
#define SPIEL_CHECK_LT(a, b) ((a) < (b) ? (void)0 : open_spiel::SpielFatalError(#a " >= " #b))

class GameParameter
{
      public:
	explicit GameParameter(int number) : number_(number)
	{
	}
	explicit GameParameter(std::string text) : text_(std::move(text))
	{
	}
	template <typename T> T value() const;

      private:
	int number_ = 0;
	std::string text_;
};
template <> inline int GameParameter::value<int>() const
{
	return number_;
}
template <> inline std::string GameParameter::value<std::string>() const
{
	return text_;
}
using GameParameters = std::map<std::string, GameParameter>;

struct GameType {
	std::string short_name, long_name;
	enum class Dynamics { kSimultaneous, kSequential, kMeanField } dynamics;
	enum class ChanceMode {
		kDeterministic,
		kExplicitStochastic,
		kSampledStochastic
	} chance_mode;
	enum class Information { kOneShot, kPerfectInformation, kImperfectInformation } information;
	enum class Utility { kZeroSum, kConstantSum, kGeneralSum, kIdentical } utility;
	enum class RewardModel { kRewards, kTerminal } reward_model;
	int max_num_players, min_num_players;
	bool provides_information_state_string, provides_information_state_tensor;
	bool provides_observation_string, provides_observation_tensor;
	GameParameters parameter_specification;
};

class Game;

class State
{
      public:
	explicit State(std::shared_ptr<const Game>);
	State(const State &) = default;
	virtual ~State() = default;
	virtual Player CurrentPlayer() const = 0;
	virtual std::vector<Action> LegalActions() const = 0;
	virtual ActionsAndProbs ChanceOutcomes() const = 0;
	virtual std::string ActionToString(Player, Action) const = 0;
	virtual std::string ToString() const = 0;
	virtual bool IsTerminal() const = 0;
	virtual std::vector<double> Returns() const = 0;
	virtual std::string InformationStateString(Player) const = 0;
	virtual void InformationStateTensor(Player, absl::Span<float>) const = 0;
	virtual std::string ObservationString(Player) const = 0;
	virtual void ObservationTensor(Player, absl::Span<float>) const = 0;
	virtual std::unique_ptr<State> Clone() const = 0;
	virtual std::unique_ptr<State> ResampleFromInfostate(int,
							     std::function<double()>) const = 0;
	bool IsChanceNode() const
	{
		return CurrentPlayer() == kChancePlayerId;
	}
	void ApplyAction(Action action)
	{
		DoApplyAction(action);
	}

      protected:
	virtual void DoApplyAction(Action) = 0;
	const std::shared_ptr<const Game> game_;
	const int num_players_;
};

class Game : public std::enable_shared_from_this<Game>
{
      public:
	virtual ~Game() = default;
	virtual int NumDistinctActions() const = 0;
	virtual int MaxChanceOutcomes() const = 0;
	virtual int NumPlayers() const = 0;
	virtual double MinUtility() const = 0;
	virtual double MaxUtility() const = 0;
	virtual absl::optional<double> UtilitySum() const = 0;
	virtual int MaxGameLength() const = 0;
	virtual int MaxChanceNodesInHistory() const = 0;
	virtual std::vector<int> ObservationTensorShape() const = 0;
	virtual std::vector<int> InformationStateTensorShape() const = 0;
	virtual std::unique_ptr<State> NewInitialState() const = 0;

      protected:
	Game(GameType type, GameParameters given) : type_(std::move(type)), given_(std::move(given))
	{
	}
	template <typename T> T ParameterValue(const std::string &name) const
	{
		auto found = given_.find(name);
		return (found == given_.end() ? type_.parameter_specification.at(name)
					      : found->second)
		    .template value<T>();
	}

      private:
	GameType type_;
	GameParameters given_;
};

inline State::State(std::shared_ptr<const Game> game)
    : game_(std::move(game)), num_players_(game_->NumPlayers())
{
}

class GameRegisterer
{
      public:
	using CreateFunc = std::function<std::shared_ptr<const Game>(const GameParameters &)>;
	GameRegisterer(const GameType &type, CreateFunc make)
	{
		All()[type.short_name] = std::move(make);
	}
	static std::map<std::string, CreateFunc> &All()
	{
		static std::map<std::string, CreateFunc> all;
		return all;
	}
};

inline std::shared_ptr<const Game> LoadGame(const std::string &name, const GameParameters &given)
{
	return GameRegisterer::All().at(name)(given);
}
} // namespace open_spiel

#endif
