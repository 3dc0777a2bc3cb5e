import { useCallback, useEffect, useRef, useState } from 'react'
import { slidePuzzle, slideValidate } from '#shared/identity/signIn/signIn.calls.ts'
import type { SlidePuzzle } from '#shared/identity/signIn/signIn.types.ts'
import { ask } from '#web/kit/ask.ts'
import { Refusal, Trouble, troubleWords, words } from '#web/kit/refusals.ts'
import { beginWork } from './proofOfWork.ts'
import type { Work } from './proofOfWork.ts'
import './slide.css'

type Props = {
  /** What a refused sign-in said of the work that it wants. */
  work?: string | undefined
  /** A token for one sign-in; null: given up. */
  done: (slideToken: string | null) => void
}

/**
 * The slide check: the piece is moved right until it fills the hole. Where that is only the server knows. A range input,
 * so that keys move it as a pointer does. It stands on pages that have no Fluent.
 */
export const SlideCheck = ({ work: ticket, done }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const [puzzle, setPuzzle] = useState<SlidePuzzle>()
  const [left, setLeft] = useState(0)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const work = useRef<Work>(null)

  const load = useCallback(async (): Promise<void> => {
    setPuzzle(undefined)
    setLeft(0)
    work.current?.stop()
    try {
      const drawn = await ask(slidePuzzle, { ...(ticket ? { work: ticket } : {}) }, { quiet: true })
      // It goes on while the piece is moved, and is mostly done before it fits.
      work.current = beginWork(drawn.work)
      setPuzzle(drawn)
    } catch {
      setSaid('验证图片没有加载出来，请重试')
    }
  }, [ticket])
  useEffect(() => {
    dialog.current?.showModal()
    void load()
    return () => work.current?.stop()
  }, [load])
  useEffect(() => {
    if (puzzle) slider.current?.focus()
  }, [puzzle])

  const settle = async (): Promise<void> => {
    if (!puzzle || !work.current || busy) return
    setBusy(true)
    setSaid('正在验证，请稍候…')
    try {
      const { slideId } = puzzle
      const { bits } = puzzle.work
      const nonce = await work.current.found
      const { slideToken } = await ask(slideValidate, { slideId, left, bits, nonce }, { quiet: true })
      done(slideToken)
    } catch (error) {
      setSaid(
        error instanceof Refusal ? error.message : error instanceof Trouble ? troubleWords(error.code) : words.again,
      )
      await load()
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} className="slide" aria-labelledby="slide-title" onCancel={() => done(null)}>
      <h2 id="slide-title">安全验证</h2>
      <p id="slide-help">拖动滑块，或用左右方向键移动，让拼图对准缺口。</p>
      <div
        className="slide-picture"
        aria-busy={!puzzle}
        style={puzzle && { width: puzzle.width, aspectRatio: `${puzzle.width} / ${puzzle.height}` }}
      >
        {puzzle && (
          <>
            <img src={puzzle.background} alt="" draggable={false} />
            <img
              className="slide-piece"
              src={puzzle.piece}
              alt=""
              draggable={false}
              style={{
                width: `${(100 * puzzle.pieceSize) / puzzle.width}%`,
                left: `${(100 * left) / puzzle.width}%`,
                top: `${(100 * puzzle.pieceTop) / puzzle.height}%`,
              }}
            />
          </>
        )}
      </div>
      <input
        ref={slider}
        type="range"
        min={0}
        max={puzzle ? puzzle.width - puzzle.pieceSize : 1}
        step={1}
        value={left}
        disabled={!puzzle || busy}
        aria-label="拼图的位置"
        aria-describedby="slide-help"
        onChange={(e) => setLeft(Number(e.target.value))}
        onPointerUp={() => {
          if (left > 0) void settle()
        }}
        onKeyDown={(e) => {
          if (e.key !== 'Enter') return
          e.preventDefault()
          void settle()
        }}
      />
      <p className="slide-said" role="status">
        {said}
      </p>
      <div className="slide-foot">
        <button type="button" onClick={() => void load()} disabled={busy}>
          换一张
        </button>
        <button type="button" onClick={() => done(null)}>
          取消
        </button>
        <button type="button" className="slide-ok" onClick={() => void settle()} disabled={!puzzle || busy}>
          确定
        </button>
      </div>
    </dialog>
  )
}
