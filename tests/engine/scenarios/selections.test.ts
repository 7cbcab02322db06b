import { compareWithRecordings } from "../support/compare-with-recordings";
import { options } from "./options";
import { reading } from "./reading";
import { references } from "./references";
import { targets } from "./targets";

compareWithRecordings("options", options);
compareWithRecordings("targets", targets);
compareWithRecordings("reading", reading);
compareWithRecordings("references", references);
