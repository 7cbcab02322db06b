/** Statuses in which a pod costs nothing (P-57). */
const uncharged = ["EXITED", "TERMINATED"];

export const isUncharged = (status: unknown): boolean => uncharged.includes(String(status));
