/** What a publication's first check says of the sheets. Pure. */
import type { SheetLedger } from '#shared/scan/ledger.types.ts'

/** `why`: what is not balanced. Pages that were never handed in are accepted, not scored: who publishes is told so. */
export const ledgerDetail = ({ balanced, handed, open, candidates }: SheetLedger, why: string, cut = false): string =>
  balanced
    ? [
        `共${handed}页，每一页都有去向`,
        ...(candidates.incomplete > 0 ? [`${candidates.incomplete}名考生缺页，缺页的题显示“缺页”、不得分`] : []),
      ].join('；')
    : cut
      ? `共${handed}页，还有${open}页没有处理完；阅卷已强制完成，缺这些页的考生不计分`
      : `共${handed}页，${why}，处理完成后再发布，或填写原因强制发布`
