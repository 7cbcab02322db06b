import { compareWithRecordings } from "./support/compare-with-recordings";
import { targets } from "./scenarios/targets";

compareWithRecordings("targets", targets);
