import { Button, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { Facts } from '#web/kit/parts/Page.tsx'
import { greyOf, paint } from '../picture.ts'
import { trialOf } from '../triedScan.ts'
import type { TriedScan } from '../triedScan.ts'
import { CropList, cropName } from './CropList.tsx'

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalM, justifyItems: 'start', minWidth: 0 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  faint: { margin: 0, color: tokens.colorNeutralForeground3 },
  file: { margin: 0, fontSize: tokens.fontSizeBase300, overflowWrap: 'anywhere' },
  result: { display: 'grid', gap: tokens.spacingVerticalM, width: '100%', minWidth: 0 },
  doubts: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
})

/** At once: each is some tens of megabytes while it is read. */
const mostFiles = 8

const GreyPicture = ({ grey }: { grey: Grey }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) paint(canvas.current, grey)
  }, [grey])
  return <canvas ref={canvas} />
}

const Result = (props: { file: string; tried: TriedScan; numbers: ReadonlyMap<string, string> }) => {
  const styles = useStyles()
  const { file, tried, numbers } = props
  return (
    <section className={styles.result} aria-label={`${file}的试裁`}>
      <h3 className={styles.file}>{file}</h3>
      {'refusal' in tried ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{tried.refusal}</MessageBarBody>
        </MessageBar>
      ) : (
        <>
          <Facts facts={tried.facts} />
          {tried.doubts.length > 0 && (
            <ul className={styles.doubts} aria-label="存疑">
              {tried.doubts.map((d, i) => (
                <li key={i}>{d}</li>
              ))}
            </ul>
          )}
          <CropList
            crops={tried.crops.map((c) => ({
              key: c.blockId,
              name: cropName(c, numbers),
              about: c.likelyBlank ? '像是没有作答' : '有作答',
              picture: { node: <GreyPicture grey={c.grey} /> },
            }))}
          />
        </>
      )}
    </section>
  )
}

/** Scans of one's own held against the card: where it is found, what is read, how it is cut. */
export const TryScan = ({ geometry, numbers }: { geometry: CardGeometry; numbers: ReadonlyMap<string, string> }) => {
  const styles = useStyles()
  const input = useRef<HTMLInputElement>(null)
  const [results, setResults] = useState<{ file: string; tried: TriedScan }[]>([])
  const [reading, setReading] = useState(false)
  const take = async (files: readonly File[]): Promise<void> => {
    setReading(true)
    const read: typeof results = []
    for (const file of files.slice(0, mostFiles)) {
      const tried = await greyOf(file).then(
        (grey) => trialOf(grey, geometry, numbers),
        (error: unknown): TriedScan => ({ refusal: error instanceof Error ? error.message : String(error) }),
      )
      read.push({ file: file.name, tried })
      setResults([...read])
    }
    setReading(false)
  }
  return (
    <section className={styles.part} aria-label="用扫描件试裁">
      <h2 className={styles.head}>用扫描件试裁</h2>
      <p className={styles.faint}>
        选几张扫描或拍照的图片（JPEG、PNG，一次不超过{mostFiles}
        张），马上看到识别和裁切的结果。只在本机识别，图片不会上传。
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/bmp,image/webp"
        multiple
        hidden
        aria-label="选择试裁的图片"
        onChange={(e) => {
          const files = [...(e.target.files ?? [])]
          // The same file may be chosen again after it was scanned anew.
          e.target.value = ''
          if (files.length > 0) void take(files)
        }}
      />
      <Button disabledFocusable={reading} onClick={() => input.current?.click()}>
        {reading ? '正在识别…' : '选择图片'}
      </Button>
      {results.map((r, i) => (
        <Result key={i} {...r} numbers={numbers} />
      ))}
    </section>
  )
}
