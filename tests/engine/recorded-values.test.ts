import { compareWithRecordings } from "./support/compare-with-recordings";
import { values } from "./scenarios/values";

compareWithRecordings("values", values);
