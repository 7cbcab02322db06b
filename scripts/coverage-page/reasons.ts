/** Rules that no test can assert, each with the reason. A rule that is tested has no place here. */
export const reasons: Readonly<Record<string, string>> = {};
