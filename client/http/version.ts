/** The package's own version, sent as the user agent. A test compares it with package.json. */
export const version = "0.1.0";
