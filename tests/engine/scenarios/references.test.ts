import { compareWithRecordings } from "../support/compare-with-recordings";
import { references } from "./references";

compareWithRecordings("references", references);
