import { compareWithRecordings } from "../support/compare-with-recordings";
import { options } from "./options";

compareWithRecordings("options", options);
