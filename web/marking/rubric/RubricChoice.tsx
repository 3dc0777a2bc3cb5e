import type { Rubric } from '#shared/marking/rubric/rubric.types.ts'
import { offered, toggled } from '#shared/marking/rubric/rubric.rules.ts'
import { useKeys } from '#web/kit/parts/useKeys.ts'
import { RubricPad } from './RubricPad.tsx'
import { pointKeys } from './rubricKeys.ts'

/** The points of a rubric in a queue of answers, a key each; what they come to is given beside the other choices. */
export const RubricChoice = (props: {
  rubric: Pick<Rubric, 'kind' | 'points'>
  chosen: string
  onChoose: (chosen: string) => void
}) => {
  const { rubric, chosen } = props
  const press = (key: string): boolean => {
    const point = offered(rubric)[(pointKeys as readonly string[]).indexOf(key)]
    if (point) props.onChoose(toggled(rubric, chosen, point.id))
    return point !== undefined
  }
  useKeys(press)
  return <RubricPad rubric={rubric} chosen={chosen} others={[]} onPoint={press} />
}
