import { compareWithRecordings } from "./support/compare-with-recordings";
import { reading } from "./scenarios/reading";

compareWithRecordings("reading", reading);
