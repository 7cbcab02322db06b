import type { ForgottenObject } from "../../../provider/ownership/forgotten";

/** Of a kind that holds data and that a program can adopt. */
export const facts = { canAdopt: true, hasData: true, isFree: false };

export const trainer: ForgottenObject = {
  kind: "Pod",
  id: "p1",
  name: "trainer-1a2b3c4",
  resource: "trainer",
  isUnseen: false,
  isRenamed: false,
  isRetired: false,
  facts,
};
