import { compareWithRecordings } from "../support/compare-with-recordings";
import { programs } from "./programs";

compareWithRecordings("programs", programs);
