import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { ImageAdd20Regular } from '@fluentui/react-icons/svg/image-add'
import { useState } from 'react'
import { mostPictures } from '#shared/card/card.types.ts'
import type { CardPicture } from '#shared/card/card.types.ts'
import { addCardPicture } from '#shared/card/designer/picture.calls.ts'
import { act } from '#web/kit/ask.ts'
import { UploadBox } from '#web/kit/parts/UploadBox.tsx'
import { CardDialog } from '../parts/CardDialog.tsx'
import { NumberField } from '../parts/NumberField.tsx'
import { Crests } from './Crests.tsx'
import { addPicture, patchPicture, removePicture } from './edits.ts'
import type { Designer } from './useDesigner.ts'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, alignItems: 'flex-start' },
  one: { display: 'grid', gap: tokens.spacingVerticalXS, width: '100%' },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  // Paper is white, in the dark too.
  shown: { width: '40px', height: '32px', objectFit: 'contain', backgroundColor: '#fff', flexShrink: 0 },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flexGrow: 1 },
  place: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalXS,
    '& input': { minWidth: 0 },
  },
})

const Placing = ({ designer, picture }: { designer: Designer; picture: CardPicture }) => {
  const styles = useStyles()
  const { pictureId, name } = picture
  const set = (patch: Partial<Pick<CardPicture, 'x' | 'y' | 'w'>>): void =>
    designer.edit((d) => patchPicture(d, pictureId, patch), `picture ${pictureId} ${Object.keys(patch).join()}`)
  const url = designer.urls?.get(picture.sha256)
  return (
    <div className={styles.one} role="group" aria-label={`图片${name}`}>
      <div className={styles.line}>
        {url && <img className={styles.shown} src={url} alt="" />}
        <span className={styles.name} title={name}>
          {name}
        </span>
        <Button
          size="small"
          appearance="subtle"
          icon={<Delete20Regular />}
          aria-label={`删除图片${name}`}
          onClick={() => designer.edit((d) => removePicture(d, pictureId))}
        />
      </div>
      <div className={styles.place}>
        <NumberField label="距左" unit="毫米" value={picture.x} min={0} max={400} onChange={(x) => set({ x })} />
        <NumberField label="距上" unit="毫米" value={picture.y} min={0} max={400} onChange={(y) => set({ y })} />
        <NumberField label="宽" unit="毫米" value={picture.w} min={5} max={400} onChange={(w) => set({ w })} />
      </div>
    </div>
  )
}

/** The pictures beside the title, or in a question's frame, and a further one. */
export const Pictures = (props: {
  designer: Designer
  questionId?: string
  /** No further one: the unit's form has no place for pictures. */
  fixed?: boolean
}) => {
  const { designer, questionId } = props
  const styles = useStyles()
  const [adding, setAdding] = useState(false)
  const { design, cardId } = designer
  const all = design.pictures ?? []
  const full = all.length >= mostPictures
  const place = (of: Pick<CardPicture, 'sha256' | 'width' | 'height' | 'name'>): void =>
    designer.edit((d) => addPicture(d, { ...of, ...(questionId ? { questionId } : {}) }, designer.geometry))
  const take = async (key: string, name: string): Promise<void> => {
    const short = name.slice(0, 120)
    const { sha256, width, height } = await act(
      addCardPicture,
      { cardId, key, ...(questionId ? {} : { crest: short }) },
      { hideMessage: true },
    )
    place({ sha256, width, height, name: short })
    setAdding(false)
  }
  return (
    <div className={styles.list}>
      {all
        .filter((p) => p.questionId === questionId)
        .map((p) => (
          <Placing key={p.pictureId} designer={designer} picture={p} />
        ))}
      {questionId === undefined && !full && <Crests cardId={cardId} used={all.map((p) => p.sha256)} onTake={place} />}
      {!props.fixed && (
        <Button
          size="small"
          icon={<ImageAdd20Regular />}
          disabledFocusable={full}
          title={full ? `答题卡最多放${mostPictures}张图片` : undefined}
          onClick={() => setAdding(true)}
        >
          {questionId ? '添加图片' : '添加校徽等图片'}
        </Button>
      )}
      {adding && (
        <CardDialog title="添加图片" onClose={() => setAdding(false)}>
          <UploadBox
            family="cardPicture"
            hint="把图片拖到这里"
            onUploaded={({ files: [file] }) => take(file!.key, file!.fileName)}
          />
        </CardDialog>
      )}
    </div>
  )
}
