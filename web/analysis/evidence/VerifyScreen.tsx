import { Button, MessageBar, MessageBarBody, MessageBarTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import { examine, hashesOf, passedIn, verdictOf } from '#shared/analysis/evidence/evidence.rules.ts'
import type { EvidenceFault, Examined, Record } from '#shared/analysis/evidence/evidence.rules.ts'
import { publishedRoot } from '#shared/analysis/evidence.calls.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { sizeText } from '#web/kit/progress.ts'

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  text: { margin: 0, maxWidth: '40em' },
  hash: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

/** A file beyond this is none of ours: all of it is read at once. */
const mostBytes = 400_000_000

type Verified = {
  name: string
  examined: Examined
  faults: EvidenceFault[]
  published: ReadonlyMap<string, Record>
  /** What was published could not be asked. */
  offline: boolean
}

const verify = async (file: File): Promise<Verified> => {
  const decoder = new TextDecoder()
  const examined = examine(new Uint8Array(await file.arrayBuffer()), (bytes) => decoder.decode(bytes))
  const published = new Map<string, Record>()
  let offline = false
  try {
    for (const root of hashesOf(examined))
      published.set(root, await ask(publishedRoot, { root }, { hideMessage: true }))
  } catch {
    offline = true
  }
  const faults = offline ? examined.faults : verdictOf(examined, published)
  return { name: file.name, examined, faults, published, offline }
}

const passed = { superseded: '已被后来的版本取代', withdrawn: '已撤回' } as const

const headOf = ({ faults, offline, examined, published }: Verified) => {
  if (faults.length > 0)
    return {
      intent: 'error' as const,
      title: '没有通过核验',
      text: `有${faults.length}处与制作时不一致，见下表。`,
    }
  if (offline)
    return {
      intent: 'warning' as const,
      title: '文件自身没有矛盾，还没有与公布的校验码比对',
      text: '现在连不上服务器。请联网后再核验一次。',
    }
  const gone = passedIn(examined, published)
  if (gone.length > 0)
    return {
      intent: 'warning' as const,
      title: '文件没有改过，但不是现在的成绩',
      text: `${gone.map((p) => `${p.courseName}的这个版本${passed[p.stands]}`).join('，')}。现在的成绩以学校最新发布的为准。`,
    }
  const bare = examined.manifest?.papers.filter((p) => !p.proof) ?? []
  return {
    intent: 'success' as const,
    title: '通过核验：与制作时一字不差',
    text:
      bare.length > 0
        ? `${bare.map((p) => p.courseName).join('、')}发布时还没有公布校验码，只能证明文件没有改过。`
        : '各科成绩、评分和答案都能推算到发布时公布的校验码。',
  }
}

const Outcome = ({ verified }: { verified: Verified }) => {
  const styles = useStyles()
  const { examined, faults, published, offline, name } = verified
  const { manifest, manifestDigest } = examined
  const head = headOf(verified)
  return (
    <>
      <MessageBar intent={head.intent} layout="multiline" role={faults.length > 0 ? 'alert' : 'status'}>
        <MessageBarBody>
          <MessageBarTitle>{head.title}</MessageBarTitle>
          {head.text}
        </MessageBarBody>
      </MessageBar>
      {faults.length > 0 && (
        <Section title="不一致的地方">
          <DataTable
            label="不一致的地方"
            rows={faults}
            rowKey={(f, i) => `${i}${f.file}`}
            columns={[
              { key: 'file', name: '哪一份', value: (f) => f.file, width: 240 },
              { key: 'why', name: '怎么了', value: (f) => f.why },
            ]}
          />
        </Section>
      )}
      {manifest && (
        <>
          <Section title={`${manifest.examName}　${manifest.candidate.studentName}`}>
            <Facts
              facts={[
                { name: '考号', value: manifest.candidate.studentNumber },
                { name: '班级', value: manifest.candidate.className },
                { name: '考试日期', value: showDate(manifest.examDate) },
                { name: '制作时间', value: showTime(manifest.madeAt) },
                { name: '文件', value: name },
              ]}
            />
            <p className={styles.hash}>清单的摘要 {manifestDigest}</p>
          </Section>
          <Section title="各科公布的校验码">
            <DataTable
              label="各科公布的校验码"
              rows={manifest.papers}
              rowKey={(p) => p.paperId}
              columns={[
                { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 96 },
                { key: 'v', name: '版本', value: (p) => p.v, number: true },
                {
                  key: 'state',
                  name: '公布',
                  value: (p) => p.proof?.root ?? '',
                  cell: ({ proof }) => {
                    if (!proof) return <StateMark text="发布时还没有校验码" meaning="out" />
                    if (offline) return <StateMark text="没有比对" meaning="waits" />
                    const { found, at, stands = 'current' } = published.get(proof.root) ?? { found: false }
                    if (!found || at === undefined) return <StateMark text="没有公布过" meaning="failed" />
                    return stands === 'current' ? (
                      <StateMark text={`${showTime(at)}公布`} meaning="done" />
                    ) : (
                      <StateMark text={`${showTime(at)}公布，${passed[stands]}`} meaning="waits" />
                    )
                  },
                },
                {
                  key: 'root',
                  name: '校验码',
                  value: (p) => p.proof?.root ?? '',
                  cell: (p) => <span className={styles.hash}>{p.proof?.root ?? ''}</span>,
                },
              ]}
            />
          </Section>
          <Section title="里面有什么">
            <DataTable
              label="里面有什么"
              rows={manifest.files}
              rowKey={(f) => f.name}
              columns={[
                { key: 'name', name: '文件', value: (f) => f.name, width: 240 },
                { key: 'size', name: '大小', value: (f) => sizeText(f.size), number: true },
                {
                  key: 'state',
                  name: '核验',
                  value: (f) => (faults.some((x) => x.file === f.name) ? '不一致' : '一致'),
                  cell: (f) =>
                    faults.some((x) => x.file === f.name) ? (
                      <StateMark text="不一致" meaning="failed" />
                    ) : (
                      <StateMark text="一致" meaning="done" />
                    ),
                },
              ]}
            />
          </Section>
        </>
      )}
    </>
  )
}

/** Public: a file of evidence held against itself and against what was published; it does not leave the browser. */
export const VerifyScreen = () => {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [verified, setVerified] = useState<Verified | null>(null)
  const [state, setState] = useState<'idle' | 'reading' | 'large' | 'broken'>('idle')
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setVerified(null)
    if (file.size > mostBytes) return setState('large')
    setState('reading')
    try {
      setVerified(await verify(file))
      setState('idle')
    } catch (error) {
      console.warn(error)
      setState('broken')
    }
  }
  return (
    <Page title="核验成绩证据" width="narrow" crumbs={[{ name: brand.name, to: '/' }, { name: '核验成绩证据' }]}>
      <div
        className={styles.box}
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => {
          e.preventDefault()
          void take(e.dataTransfer.files[0])
        }}
      >
        <p className={styles.text}>
          选择学校交给您的成绩证据包（.zip）。在您的浏览器里逐份核对，文件不会上传，也不需要账号；只向服务器询问它的摘要是否公布过。
        </p>
        <input
          ref={input}
          type="file"
          accept=".zip"
          hidden
          aria-label="选择证据包"
          onChange={(e) => {
            const file = e.target.files?.[0]
            e.target.value = ''
            void take(file)
          }}
        />
        <Button appearance="primary" disabledFocusable={state === 'reading'} onClick={() => input.current?.click()}>
          {state === 'reading' ? '正在核验…' : '选择证据包'}
        </Button>
      </div>
      {(state === 'large' || state === 'broken') && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            {state === 'large'
              ? '文件超过400MB，不是成绩证据包。'
              : '文件读不出来：可能已被移走或存储卡已拔出，请重新选择。'}
          </MessageBarBody>
        </MessageBar>
      )}
      {verified && <Outcome verified={verified} />}
    </Page>
  )
}
