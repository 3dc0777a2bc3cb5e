import { Button, Tab, TabList, Tooltip, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowRedo20Regular } from '@fluentui/react-icons/svg/arrow-redo'
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo'
import { Save20Regular } from '@fluentui/react-icons/svg/save'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { matchPaper } from '#shared/card/card.match.ts'
import { showTime } from '#shared/kit/time.ts'
import { examPath } from '#web/exam/exam.paths.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { templateState } from '../card.states.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { undoesItself, useKeys } from '#web/kit/parts/useKeys.ts'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { cardPaths } from '../card.paths.ts'
import type { CardData, SaveState } from './useDesigner.ts'
import { useDesigner } from './useDesigner.ts'
import { BatchScores } from './BatchScores.tsx'
import { CardSettings } from '../parts/CardSettings.tsx'
import { useLongNumbers } from '../parts/useLongNumbers.ts'
import { useRestOfScreen } from '../parts/useRestOfScreen.ts'
import { DeskMore } from './DeskMore.tsx'
import { Mistakes } from './Mistakes.tsx'
import { Notices } from './Notices.tsx'
import { Outline } from './Outline.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { SheetView } from './SheetView.tsx'
import { UnitSettings } from './UnitSettings.tsx'
import { Versions } from './Versions.tsx'

const narrow = '@media (max-width: 900px)'
const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  push: { marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  saved: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  panes: {
    display: 'grid',
    gridTemplateColumns: '220px minmax(0, 1fr) 280px',
    gap: tokens.spacingHorizontalL,
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  pane: { minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' },
  hidden: { [narrow]: { display: 'none' } },
  side: { overflowY: 'auto', gap: tokens.spacingVerticalL },
  // What is locked is seen and not changed.
  fields: { border: 'none', margin: 0, padding: 0, minWidth: 0, ':disabled': { opacity: 0.6 } },
  tabs: { display: 'none', [narrow]: { display: 'flex' } },
  head: { margin: 0, minHeight: '32px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
})

/** Lower than this a sheet is not worked at: the page scrolls instead, px. */
const leastPanes = 420

const savedText = (state: SaveState): string => {
  switch (state.kind) {
    case 'saved':
      return `已保存 ${showTime(state.at)}`
    case 'saving':
      return '正在保存…'
    case 'waiting':
      return '修改已保存在本机，稍后自动保存'
    case 'stale':
    case 'failed':
      return '没有保存到服务器'
  }
}

export const DesignerDesk = ({ card }: { card: CardData }) => {
  const styles = useStyles()
  const designer = useDesigner(card)
  const [query, setQuery] = useSearchParams()
  const [dialog, setDialog] = useState<'publish' | 'print' | 'scores' | null>(null)
  const [pane, setPane] = useState<'outline' | 'sheet' | 'settings'>('sheet')
  const { design, state } = designer
  const mistakes = [...designer.mistakes, ...useLongNumbers(card.cardId, design)]
  const unit = design.units.find((u) => u.unitId === query.get('unit'))
  const chosen = unit?.unitId ?? null
  const choose = (unitId: string | null): void => {
    designer.settle()
    setQuery(
      (q) => {
        if (unitId === null) q.delete('unit')
        else q.set('unit', unitId)
        return q
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const grave = mistakes.filter((m) => m.grave).length
  const { status } = designer
  const panes = useRef<HTMLDivElement>(null)
  const { height, under } = useRestOfScreen(panes, leastPanes)
  const edited = status !== 2

  useDirtyGuard(() => state.kind === 'stale' || state.kind === 'failed')
  const latest = useRef(designer)
  latest.current = designer
  useKeys(
    (key, e) => {
      if (key === 's') void designer.save()
      else if (undoesItself(e.target)) return false
      else if (key === 'y' || (key === 'z' && e.shiftKey)) designer.redo()
      else if (key === 'z') designer.undo()
      else return false
      return true
    },
    { control: true },
  )
  // Leaving the screen saves what waits.
  useEffect(
    () => () => {
      if (latest.current.state.kind === 'waiting') void latest.current.save()
    },
    [],
  )

  const checks = (
    <section aria-label="检查">
      <h2 className={styles.head}>检查{mistakes.length > 0 && `（${mistakes.length}）`}</h2>
      <Mistakes
        mistakes={mistakes}
        onChoose={choose}
        onSync={() => designer.edit((d) => matchPaper(d, card.questions))}
      />
    </section>
  )
  return (
    <Page
      title={card.examName}
      width="full"
      crumbs={[
        { name: '答题卡', to: cardPaths.list },
        { name: card.examName, to: examPath(card.examId) },
        { name: `${card.courseName}答题卡` },
      ]}
      badge={<StateMark {...templateState(status)} />}
    >
      <div className={styles.bar}>
        <Tooltip content="撤销（Ctrl+Z）" relationship="label">
          <Button
            appearance="subtle"
            icon={<ArrowUndo20Regular />}
            disabledFocusable={!designer.canUndo}
            onClick={designer.undo}
          />
        </Tooltip>
        <Tooltip content="重做（Ctrl+Y）" relationship="label">
          <Button
            appearance="subtle"
            icon={<ArrowRedo20Regular />}
            disabledFocusable={!designer.canRedo}
            onClick={designer.redo}
          />
        </Tooltip>
        <Tooltip content={state.kind === 'saved' ? '没有需要保存的修改' : '保存（Ctrl+S）'} relationship="description">
          <Button
            appearance="subtle"
            icon={<Save20Regular />}
            aria-label="保存"
            disabledFocusable={state.kind === 'saved'}
            onClick={() => void designer.save()}
          />
        </Tooltip>
        <span className={styles.saved} role="status">
          {savedText(state)}
        </span>
        <span className={styles.push}>
          <DeskMore card={card} designer={designer} onScores={() => setDialog('scores')} />
          <ActionButton
            action={{
              name: '打印',
              primary: !edited,
              barred: card.publishedVersion === 0 && '请先发布答题卡再打印',
              run: () => setDialog('print'),
            }}
          />
          <ActionButton
            action={{
              name: '发布',
              primary: edited,
              barred: designer.lock
                ? '答题卡已锁定，请先解锁'
                : grave > 0
                  ? `还有${grave}处错误，请先处理`
                  : !edited
                    ? `第${card.publishedVersion}版已发布，没有新的修改`
                    : null,
              run: () => setDialog('publish'),
            }}
          />
        </span>
      </div>
      <Notices card={card} designer={designer} />
      <TabList
        className={styles.tabs}
        selectedValue={pane}
        onTabSelect={(_, d) => setPane(d.value as typeof pane)}
        aria-label="设计器"
      >
        <Tab value="outline">题组</Tab>
        <Tab value="sheet">版面</Tab>
        <Tab value="settings">设置{grave > 0 ? `（${grave}处错误）` : ''}</Tab>
      </TabList>
      <div ref={panes} className={styles.panes} style={{ height, marginBottom: -under }}>
        <div className={mergeClasses(styles.pane, pane !== 'outline' && styles.hidden)}>
          <Outline designer={designer} design={design} chosen={chosen} onChoose={choose} />
        </div>
        <div className={mergeClasses(styles.pane, pane !== 'sheet' && styles.hidden)}>
          <SheetView
            designer={designer}
            code={card.code}
            nextVersion={edited ? card.publishedVersion + 1 : card.publishedVersion}
            chosen={chosen}
            onChoose={choose}
          />
        </div>
        <div className={mergeClasses(styles.pane, styles.side, pane !== 'settings' && styles.hidden)}>
          {/* What keeps the card from being published is seen without a scroll. */}
          {grave > 0 && checks}
          <section aria-label="设置">
            <h2 className={styles.head}>{unit ? '题组设置' : '答题卡设置'}</h2>
            <fieldset className={styles.fields} disabled={designer.lock !== undefined}>
              {unit ? (
                <UnitSettings key={unit.unitId} designer={designer} unit={unit} onChoose={choose} />
              ) : (
                <CardSettings designer={designer} />
              )}
            </fieldset>
          </section>
          {grave === 0 && checks}
          {card.versions.length > 0 && (
            <section aria-label="已发布的版本">
              <h2 className={styles.head}>已发布</h2>
              <Versions card={card} />
            </section>
          )}
        </div>
      </div>
      {dialog === 'publish' && <PublishDialog card={card} designer={designer} onClose={() => setDialog(null)} />}
      {dialog === 'scores' && (
        <BatchScores card={card} designer={designer} chosen={chosen} onClose={() => setDialog(null)} />
      )}
      {dialog === 'print' && <PrintDialog card={card} unpublished={edited} onClose={() => setDialog(null)} />}
    </Page>
  )
}
