import { compareWithRecordings } from "./support/compare-with-recordings";
import { failures } from "./scenarios/failures";

compareWithRecordings("failures", failures);
