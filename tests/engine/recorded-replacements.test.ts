import { compareWithRecordings } from "./support/compare-with-recordings";
import { replacements } from "./scenarios/replacements";

compareWithRecordings("replacements", replacements);
