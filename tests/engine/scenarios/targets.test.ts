import { compareWithRecordings } from "../support/compare-with-recordings";
import { targets } from "./targets";

compareWithRecordings("targets", targets);
