import { compareWithRecordings } from "../support/compare-with-recordings";
import { imports } from "./imports";
import { plugins } from "./plugins";
import { programs } from "./programs";
import { transforms } from "./transforms";
import { values } from "./values";

compareWithRecordings("programs", programs);
compareWithRecordings("imports", imports);
compareWithRecordings("plugins", plugins);
compareWithRecordings("transforms", transforms);
compareWithRecordings("values", values);
