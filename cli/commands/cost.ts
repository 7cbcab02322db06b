import { counted } from "../../values/many";
import { signedUsd, usd } from "../../provider/cost/money";
import { priced } from "../../provider/effects/sums";
import { billOf, billOfPlan } from "./cost-bill";
import type { Bill } from "../documents/cost";
import { writeDocument } from "../documents/write";
import { type Output, type Register, writeLine, writeSentences } from "../io";
import { catalogOf, openPlatform } from "../platform";
import { entriesHere } from "../state/backend";
import { planOf, pricedIn, readDocument } from "../stack/preview-document";
import { AccountBook } from "../state/accounts";
import { interruptedCreates } from "../state/deployment";
import { addStateFlags, loadStack, readText, type StateFlags } from "../state/load-stack";
import { tableFor } from "../table";

interface Flags extends StateFlags {
  readonly preview?: string;
  readonly json?: boolean;
}

export const registerCost: Register = (program, io) => {
  addStateFlags(
    program.command("cost").description("estimate what a stack costs at list prices, or what a preview would add"),
  )
    .option("--preview <path>", "price the changes in the output of `preview --json`; - for standard input")
    .option("-j, --json", "print JSON")
    .action(async (flags: Flags) => {
      const { preview } = flags;
      const planned =
        preview === undefined
          ? undefined
          : readDocument(preview === "-" ? await io.input() : await readText(io, preview), preview);
      const stack = planned ? undefined : await loadStack(io, flags);
      const resources = stack?.resources ?? [];
      // The catalog is the same for all accounts of a platform; a stack may have only accounts of its providers.
      const account = stack && (await new AccountBook(io, flags).read(stack)).reached[0];
      const client = account?.client ?? (await openPlatform(io, flags));
      const catalog = await catalogOf(client, io.signal);
      const bill = planned
        ? billOfPlan(pricedIn(planned) ?? priced(planOf(planned, await entriesHere(io)).effects, catalog))
        : billOf(resources, catalog);
      if (flags.json) writeDocument(io.stdout, "cost", bill);
      else print(bill, planned !== undefined, io.stdout);
      for (const note of stack ? interruptedCreates(stack) : []) writeSentences(io.stderr, [`warning: ${note}`]);
    });
};

function print(bill: Bill, isChange: boolean, output: Output): void {
  const money = isChange ? signedUsd : usd;
  const rows = bill.lines.map(({ name, kind, what, perHour, change }) => [
    ...(isChange ? [change ?? ""] : []),
    `${kind} ${name}`,
    what,
    perHour === null ? "?" : money(perHour),
  ]);
  const head = [...(isChange ? ["CHANGE"] : []), "RESOURCE", "WHAT", "USD/H"];
  const month = bill.perMonth.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const sign = isChange && bill.perMonth > 0 ? "+" : "";
  const total = `${isChange ? "Change" : "Total"}: ${money(bill.perHour)} USD/h (about ${sign}${month} USD/month).`;
  const left =
    bill.unpriced === 0 ? "" : ` Not included: ${counted(bill.unpriced, "resource")} without a published price.`;
  if (rows.length > 0) writeLine(output, `${tableFor(output, head, rows)}\n`);
  writeSentences(output, [total + left]);
}
