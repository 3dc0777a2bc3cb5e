import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useEffect, useRef, useState } from 'react'
import type { ECharts } from 'echarts/core'
import { fileName } from '#shared/kit/text.ts'
import { csvOf } from '../csv.ts'
import { download } from '../download.ts'
import type { ReportTable } from '../screens/screen.types.ts'
import { DataTable } from './DataTable.tsx'

const useStyles = makeStyles({
  figure: { margin: 0 },
  tools: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, '@media print': { display: 'none' } },
  picture: { width: '100%' },
})

/** A token's colour as it stands now: SVG drawn by ECharts knows no CSS variables in gradients and legends. */
const colour = (el: Element, token: string): string => {
  const name = /var\((--[\w-]+)\)/.exec(token)?.[1]
  return (name && getComputedStyle(el).getPropertyValue(name).trim()) || '#888'
}

const themeOf = (el: Element) => {
  const ink = colour(el, tokens.colorNeutralForeground2)
  const faint = colour(el, tokens.colorNeutralStroke2)
  const axis = {
    axisLine: { lineStyle: { color: faint } },
    axisTick: { show: false },
    axisLabel: { color: ink },
    splitLine: { lineStyle: { color: faint } },
    nameTextStyle: { color: ink },
  }
  return {
    color: [
      colour(el, tokens.colorBrandBackground),
      colour(el, tokens.colorPaletteBlueBorderActive),
      colour(el, tokens.colorPaletteMarigoldBorderActive),
      colour(el, tokens.colorPaletteBerryBorderActive),
      colour(el, tokens.colorPaletteTealBorderActive),
      colour(el, tokens.colorPalettePumpkinBorderActive),
    ],
    ...Object.fromEntries(
      ['bar', 'line', 'scatter', 'pie', 'heatmap', 'boxplot', 'radar'].map((type) => [
        type,
        { label: { color: ink, textBorderWidth: 0 } },
      ]),
    ),
    // Their boxes are white by themselves, in the dark as well.
    boxplot: {
      itemStyle: {
        color: colour(el, tokens.colorNeutralBackground1),
        borderColor: colour(el, tokens.colorBrandForeground1),
      },
    },
    textStyle: { color: ink, fontFamily: getComputedStyle(el).fontFamily },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    legend: { textStyle: { color: ink } },
    tooltip: {
      backgroundColor: colour(el, tokens.colorNeutralBackground1),
      borderColor: faint,
      textStyle: { color: colour(el, tokens.colorNeutralForeground1) },
    },
  }
}

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
  /** An ECharts option. */
  option: Readonly<Record<string, unknown>>
  /** What it shows, in words. */
  label: string
  /** The figures behind it. */
  table: ReportTable
  exportName: string
  height?: number
  /** The table stands open. */
  open?: boolean
}

/** A chart (its library loaded when first wanted), the table behind it, and both to take away. */
export const Chart = (props: ChartProps) => {
  const styles = useStyles()
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const latest = useRef(props.option)
  const [open, setOpen] = useState(props.open ?? false)
  latest.current = props.option

  useEffect(() => {
    const el = host.current!
    let gone = false
    const observer = new ResizeObserver(() => chart.current?.resize())
    void import('./charts.ts').then(({ init }) => {
      if (gone) return
      chart.current = init(el, themeOf(el), { renderer: 'svg' })
      chart.current.setOption({ animationDuration: 300, ...latest.current })
      observer.observe(el)
    })
    return () => {
      gone = true
      observer.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption({ animationDuration: 300, ...props.option }, true)
  }, [props.option])

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
        style={{ height: props.height ?? 280 }}
        role="img"
        aria-label={props.label}
      />
      <div className={styles.tools}>
        <Button size="small" appearance="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起数据表' : '查看数据表'}
        </Button>
        <Button size="small" appearance="subtle" icon={<ArrowDownload16Regular />} onClick={() => void save()}>
          图片
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowDownload16Regular />}
          onClick={() => download(fileName(props.exportName, 'csv'), csvOf(props.table.columns, props.table.rows))}
        >
          数据
        </Button>
      </div>
      {open && <ReportTableView label={props.label} table={props.table} />}
    </figure>
  )
}

export const ReportTableView = ({ label, table }: { label: string; table: ReportTable }) => (
  <DataTable
    label={label}
    rows={table.rows}
    columns={table.columns}
    rowKey={table.rowKey ?? ((_, i) => String(i))}
    scroll
  />
)
