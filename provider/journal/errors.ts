import { AnswerError, ComputeError } from "../../client/errors/errors";
import { ownMember } from "../../values/own-member";

/**
 * Other users can write to the journal's folder, or to a file in it.
 *
 * @fix Revoke that permission (`chmod go-w`), or set COMPUTE_JOURNAL_DIR to a folder of your own.
 */
export class JournalNotPrivateError extends ComputeError {
  readonly code = "journal_not_private";

  constructor(path: string, why: string) {
    super(
      `the journal of creates can't be used: ${path} is not private, because ${why}. Nothing was done. Give the folder to ` +
        "the user who runs this and take away everybody else's right to write to it (`chmod go-w`), or set " +
        "COMPUTE_JOURNAL_DIR to a folder of your own.",
    );
  }
}

/**
 * The folder of the journal is a file, or this user can't create or write to it.
 *
 * @fix Set COMPUTE_JOURNAL_DIR to a folder that this user can write to.
 */
export class JournalUnusableError extends AnswerError {
  readonly code = "journal_unusable";

  constructor(path: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = ownMember(whyUnusable, code ?? "") ?? message;
    super(
      `the journal of creates can't be written to ${path}: ${why}. Nothing was done. Set COMPUTE_JOURNAL_DIR to a folder that the user ` +
        "who runs this can write to; it is made if it is not there.",
      { cause },
    );
  }
}

const whyUnusable: Readonly<Record<string, string>> = {
  EEXIST: "it is a file, not a folder",
  ENOTDIR: "a part of this path is a file, not a folder",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system can only be read",
  ENOSPC: "the disk is full",
};
