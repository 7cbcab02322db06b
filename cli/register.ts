import type { Command } from "commander";
import type { Io } from "./io";

/** Adds a command. It loads what is heavy only when it runs, so that `compute --help` stays quick. */
export type Register = (program: Command, io: Io) => void;
