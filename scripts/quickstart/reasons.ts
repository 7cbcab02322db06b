import type { Reason } from "./report";
export const reason: Reason = () => undefined;
export const isDrift = (_kind: string, path: string): boolean => path !== "";
