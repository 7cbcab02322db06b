import { compareWithRecordings } from "../support/compare-with-recordings";
import { failures } from "./failures";

compareWithRecordings("failures", failures);
