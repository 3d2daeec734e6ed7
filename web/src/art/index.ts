/* Everything drawn for the page. Render <Sprites /> once, then use any of these. */
export * from "./encounter";
export * from "./goals";
export * from "./icons";
export * from "./kit";
export * from "./logo";
export * from "./reef";
export * from "./reefcard";
export * from "./room";
export * from "./scenes";
export * from "./sea";
export * from "./seats";
export * from "./shelfie";
export * from "./sprites";
