/**
 * Milliseconds that a new object may be missing from the platform's lists. The contract gives no figure: this is what the
 * exactly-once creates rest on, and `COMPUTE_SETTLE_SECONDS` is for an account where it takes longer.
 */
export const listLagMs = 30_000;
