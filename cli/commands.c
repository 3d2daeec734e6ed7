#include "command.h"

/* clang-format off */ /* a line each, so that a new one is a line */
const struct command *const commands[] = {
    /* for players */
    &games_command,
    &play_command,
    &join_command,
    &hint_command,
    &analyse_command,
    &replay_command,
    &position_command,
    /* for hosts */
    &serve_command,
    &backup_command,
    &check_command,
    &export_command,
    &import_command,
    &admin_command,
    /* for authors of bots */
    &bot_command,
    &match_command,
    /* for development */
    &simulate_command,
    &bench_command,
    &perft_command,
    &merge_command,
    &selfplay_command,
    &dataset_command,
    &tune_command,
    &ladder_command,
    &calibration_command,
    &puzzles_command,
    NULL,
};
