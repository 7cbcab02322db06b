import * as z from "zod";

/** Ten years: longer than any test, short enough that no time computed from it leaves the calendar. */
export const longestMs = 3_653 * 86_400_000;
/** The emulator's clock goes no further: its timestamps have years of four digits. */
export const latestMs = Date.UTC(9_999, 0);

/** A time in the emulator's milliseconds, or a number of things, that somebody sets. */
export const Duration = z.int().min(0).max(longestMs);
export const Count = z.int().min(0).max(1_000_000_000);
export const Percent = z.number().min(0).max(100);
export const Usd = z.number().min(-1e12).max(1e12);
/** A name, an id, an address; far longer than any that the platform takes. */
export const ShortText = z.string().max(4_096);

/** An instant on the emulator's clock. */
export const Instant = z.int().min(0).max(latestMs);

/** What every stored thing and its parts are made of. */
export const Id = z.string().min(1).max(200);
export const Text = z.string().max(1_000_000);
export const Texts = z.array(Text).max(10_000);
export const Env = z.record(z.string(), Text);
/** A number of machines, GPUs or boots that bounds a loop. */
export const Few = z.int().min(0).max(1_000);
/** USD per hour by amount member. */
export const Rates = z.record(z.string(), Usd);
export const many = <S extends z.ZodType>(item: S) => z.array(item).max(200_000);
export const stored = { id: Id, seq: Count };
export const dated = { ...stored, createdAt: Instant };
