import { compareWithRecordings } from "./support/compare-with-recordings";
import { options } from "./scenarios/options";

compareWithRecordings("options", options);
