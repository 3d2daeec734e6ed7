/* The handlers of commands, one for each name in asks.c. */
#ifndef HOST_HANDLERS_H
#define HOST_HANDLERS_H

struct call;

void ask_name(struct call *);
void ask_device(struct call *);
void ask_redeem(struct call *);
void ask_forget(struct call *);
void ask_code(struct call *);
void ask_recover(struct call *);
void ask_create(struct call *);
void ask_open(struct call *);
void ask_close(struct call *);
void ask_sit(struct call *);
void ask_leave(struct call *);
void ask_remove(struct call *);
void ask_fill(struct call *);
void ask_reveal(struct call *);
void ask_move(struct call *);
void ask_back(struct call *);
void ask_agree(struct call *);
void ask_decline(struct call *);
void ask_end(struct call *);
void ask_stand_in(struct call *);
void ask_return(struct call *);
void ask_resign(struct call *);
void ask_nudge(struct call *);
void ask_give_time(struct call *);
void ask_end_absent(struct call *);
void ask_ready(struct call *);
void ask_events(struct call *);
void ask_record(struct call *);
void ask_hint(struct call *);
void ask_chat(struct call *);
void ask_unchat(struct call *);
void ask_chats(struct call *);
void ask_rematch(struct call *);
void ask_lobby(struct call *);
void ask_mine(struct call *);
void ask_results(struct call *);

#endif
