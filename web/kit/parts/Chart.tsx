import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ECharts } from 'echarts/core'
import { chartHeight, chartOption, chartWidth, chartWords } from '#shared/kit/report/chart.option.ts'
import type { ChartLook } from '#shared/kit/report/chart.option.ts'
import type { Chart as Picture } from '#shared/kit/report/report.types.ts'
import { fileName } from '#shared/kit/text.ts'
import { useDark } from '../dark.ts'
import { download } from '../download.ts'
import { useNarrow } from './useNarrow.ts'

const useStyles = makeStyles({
  figure: { margin: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, '@media print': { display: 'none' } },
  picture: { width: '100%' },
})

/** A token's colour as it stands now: SVG drawn by ECharts knows no CSS variables in gradients and legends. */
const colour = (el: Element, token: string): string => {
  const name = /var\((--[\w-]+)\)/.exec(token)?.[1]
  return (name && getComputedStyle(el).getPropertyValue(name).trim()) || '#888888'
}

/** The colours of series on white and on the dark ground: any two differ to every eye. */
const light = ['#3b7d31', '#0e9cc4', '#4b50d5', '#b44f7b', '#732c02', '#a88c72', '#4f2e57', '#484a44']
const dark = ['#64bd56', '#208295', '#a8c1fe', '#fda4bf', '#c2520b', '#8c7459', '#a37ce1', '#8b978d']
const parts = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
/** So much of one colour in another. */
const mixed = (from: string, to: string, share: number): string =>
  `#${parts(from)
    .map((p, i) =>
      Math.round(p + (parts(to)[i]! - p) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const lookOf = (el: Element): ChartLook => {
  const ground = colour(el, tokens.colorNeutralBackground1)
  const brand = colour(el, tokens.colorCompoundBrandBackground)
  const isHex = /^#[0-9a-f]{6}$/i.test(ground) && /^#[0-9a-f]{6}$/i.test(brand)
  return {
    ink: colour(el, tokens.colorNeutralForeground2),
    faint: colour(el, tokens.colorNeutralStroke2),
    ground,
    brand,
    rest: '#8a8a8a',
    series: isHex && parts(ground)[0]! < 128 ? dark : light,
    ramp: [0.2, 0.36, 0.52, 0.68, 0.84, 1].map((share) => (isHex ? mixed(ground, brand, share) : brand)),
  }
}

const themeOf = (el: Element, { ink, faint, ground }: ChartLook) => {
  const axis = {
    axisLine: { lineStyle: { color: faint } },
    axisTick: { show: false },
    axisLabel: { color: ink },
    splitLine: { lineStyle: { color: faint } },
    nameTextStyle: { color: ink },
  }
  return {
    ...Object.fromEntries(
      ['bar', 'line', 'scatter', 'heatmap', 'boxplot', 'radar'].map((type) => [
        type,
        { label: { color: ink, textBorderWidth: 0 } },
      ]),
    ),
    textStyle: { color: ink, fontFamily: getComputedStyle(el).fontFamily },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    legend: { textStyle: { color: ink } },
    tooltip: {
      backgroundColor: ground,
      borderColor: faint,
      textStyle: { color: colour(el, tokens.colorNeutralForeground1) },
    },
  }
}

/** A person who asked for less motion is shown the chart as it stands: ECharts does not know of it. */
const moves = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** The chart's SVG as a PNG of twice its size. */
const picture = async (svg: SVGSVGElement, ground: string): Promise<Blob | null> => {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const context = canvas.getContext('2d')!
  context.scale(2, 2)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

export type ChartProps = {
  chart: Picture
  title: string
  /** The stem of the picture's file. */
  exportName: string
  /** At least so high: as high as what stands beside it. */
  height?: number | undefined
  /** The table behind it stands open. */
  open?: boolean
  tools: ReactNode
  table: ReactNode
}

/** A chart (its library loaded when first wanted), the table behind it, and both to take away. */
export const Chart = (props: ChartProps) => {
  const styles = useStyles()
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<ECharts | null>(null)
  const latest = useRef(props.chart)
  const narrow = useNarrow()
  const dark = useDark()
  const phone = useRef(narrow)
  const [open, setOpen] = useState(props.open ?? false)
  latest.current = props.chart
  phone.current = narrow

  const draw = (): void => {
    const el = host.current
    if (el && drawn.current)
      drawn.current.setOption(
        { animation: moves(), animationDuration: 300, ...chartOption(latest.current, lookOf(el), phone.current) },
        true,
      )
  }
  useEffect(() => {
    const el = host.current!
    let gone = false
    const observer = new ResizeObserver(() => drawn.current?.resize())
    void import('./charts.ts').then(({ init }) => {
      if (gone) return
      drawn.current = init(el, themeOf(el, lookOf(el)), { renderer: 'svg' })
      draw()
      observer.observe(el)
    })
    return () => {
      gone = true
      observer.disconnect()
      drawn.current?.dispose()
      drawn.current = null
    }
    // Its colours are read where it begins.
  }, [dark])
  useEffect(draw, [props.chart, narrow])

  const save = async (): Promise<void> => {
    const svg = host.current?.querySelector('svg')
    const png = svg && (await picture(svg, colour(host.current!, tokens.colorNeutralBackground1)))
    if (png) download(fileName(props.exportName, 'png'), png)
  }
  return (
    <figure className={styles.figure}>
      <div
        ref={host}
        className={styles.picture}
        style={{
          height: Math.max(chartHeight(props.chart, narrow), narrow ? 0 : (props.height ?? 0)),
          maxWidth: chartWidth(props.chart),
        }}
        role="img"
        aria-label={`${props.title}：${chartWords(props.chart)}`}
      />
      <div className={styles.tools}>
        <Button size="small" appearance="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起数据表' : '查看数据表'}
        </Button>
        <Button size="small" appearance="subtle" icon={<ArrowDownload16Regular />} onClick={() => void save()}>
          图片
        </Button>
        {props.tools}
      </div>
      {open && props.table}
    </figure>
  )
}
