import { compareWithRecordings } from "./support/compare-with-recordings";
import { plugins } from "./scenarios/plugins";

compareWithRecordings("plugins", plugins);
