import { NotFoundError } from "../errors/api-errors";

/** What is gone counts as deleted: a delete whose answer was lost and that is sent again meets a 404. */ // A-24, P-47
export async function absentIsDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
