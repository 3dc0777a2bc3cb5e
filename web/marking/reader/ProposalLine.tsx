import { makeStyles, tokens } from '@fluentui/react-components'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { proposalText } from './proposal.words.ts'
import { useProposals } from './useProposals.ts'

const useStyles = makeStyles({
  line: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})

type Of = {
  paperId: PaperId
  questionId: QuestionId
  proposes: boolean | undefined
  bundle: Pick<ClaimedBundle['bundle'], 'bundleId' | 'epoch'>
  studentId: string
}

/** What a reader makes of the answer in sight. It gives nothing: the mark is typed as always. */
export const ProposalLine = ({ bundle, studentId, ...of }: Of) => {
  const styles = useStyles()
  const proposed = useProposals(of, bundle).get(studentId)
  return proposed ? <p className={styles.line}>阅读器：{proposalText(proposed)}</p> : null
}
