import { type Props, sameValue, strings } from "./props";
import { valueAt } from "./property-path";
import { hidden } from "../state/state";

/**
 * Whether Pulumi's option `replaceOnChanges` turns an update of this argument into a replacement. The engine can't do so
 * itself: the dynamic host never tells it which properties differ. So the SDK hands the option over.
 */
export function replacesOnChange(name: string, olds: Props, news: Props): boolean {
  return strings(news[hidden.replaceOnChanges]).some((path) => {
    const steps: string[] = path.match(/[^.[\]"]+/g) ?? [];
    const upToWildcard = steps.includes("*") ? steps.slice(0, steps.indexOf("*")) : steps;
    if (upToWildcard.length === 0) return steps.length > 0;
    return steps[0] === name && !sameValue(valueAt(olds, upToWildcard), valueAt(news, upToWildcard));
  });
}
