import { compareWithRecordings } from "./support/compare-with-recordings";
import { references } from "./scenarios/references";

compareWithRecordings("references", references);
