import { compareWithRecordings } from "../support/compare-with-recordings";
import { plugins } from "./plugins";

compareWithRecordings("plugins", plugins);
