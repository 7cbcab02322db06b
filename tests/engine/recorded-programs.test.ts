import { compareWithRecordings } from "./support/compare-with-recordings";
import { programs } from "./scenarios/programs";

compareWithRecordings("programs", programs);
