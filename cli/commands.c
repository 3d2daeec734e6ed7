#include "command.h"

/* clang-format off */ /* a line each, so that a new one is a line */
const struct command *const commands[] = {
    &games_command,
    &play_command,
    &position_command,
    &replay_command,
    &serve_command,
    &simulate_command,
    &bench_command,
    &perft_command,
    &match_command,
    &merge_command,
    &selfplay_command,
    &tune_command,
    &bot_command,
    &hint_command,
    &analyse_command,
    &ladder_command,
    &calibration_command,
    &puzzles_command,
    &backup_command,
    &export_command,
    &import_command,
    &admin_command,
    &join_command,
    NULL,
};
