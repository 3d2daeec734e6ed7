// Goals: what they need, the scoring tiles left, who has taken one; and the viewer's personal goal.

import { CommonGoal } from '../../art/goals'
import { Pic } from '../../art/kit'
import { Chair, EndTile, GoalBack, PersonalGoal, ScoreTile } from '../../art/room'
import { SeatMark, type Seat } from '../../art/seats'
import { type Props, type SeatBoard } from './choice'

const LABELS = [
  '',
  'pairs',
  'corners',
  'fours',
  'squares',
  'columns of few types',
  'eight alike',
  'diagonal',
  'rows of few types',
  'columns of all types',
  'rows of five types',
  'X',
  'stairs',
]

export const goalName = (goal: number, t: Props['t']): string => t(`my-shelfie.score.common goal: ${LABELS[goal]}`)

/** What a goal needs; goal 4 depends on the edition. */
export function goalNeed(goal: number, squares: string | undefined, t: Props['t']): string {
  return t(goal === 4 && squares === 'any' ? 'my-shelfie.need.4.any' : `my-shelfie.need.${goal}`)
}

export function Goals({ p }: { p: Props }) {
  const { view, preview, t, me, names } = p
  return (
    <div class="ms-goals">
      {view.goals.map((g, i) => {
        const mine = view.seats[me - 1]?.taken[i] ?? 0
        const coming = (preview?.seats[me - 1]?.taken[i] ?? 0) - mine
        return (
          <section
            key={g.goal}
            data-goal={g.goal}
            class={`ms-goal ${mine ? 'ms-mine' : ''} ${coming > 0 ? 'ms-coming' : ''}`}
            data-rule="common"
          >
            <Pic class="ms-goal-art">
              <CommonGoal n={g.goal} squares={view.options.squares === 'any' ? 'any' : 'same'} />
            </Pic>
            <div class="ms-goal-words">
              <h2>
                <button
                  type="button"
                  class="rule"
                  aria-label={t('my-shelfie.goal.rule', { goal: goalName(g.goal, t) })}
                >
                  {goalName(g.goal, t)}
                </button>
              </h2>
              <p>{goalNeed(g.goal, view.options.squares, t)}</p>
              <p class="ms-goal-tiles">
                {g.left.map(points => (
                  <Pic key={points} label={t('my-shelfie.goal.left', { n: points })}>
                    <ScoreTile points={points} goal={i + 1} />
                  </Pic>
                ))}
                {coming > 0 && <b class="gain">+{coming}</b>}
                {view.seats.map(
                  (s, k) =>
                    (s.taken[i] ?? 0) > 0 && (
                      <Pic
                        key={`by ${k}`}
                        w={150}
                        class="ms-taken"
                        label={t('my-shelfie.goal.by', { who: names[k] ?? '', points: s.taken[i]! })}
                      >
                        <ScoreTile points={s.taken[i]!} goal={i + 1} />
                        <SeatMark seat={(k + 1) as Seat} x={82} y={34} size={62} />
                      </Pic>
                    ),
                )}
              </p>
            </div>
          </section>
        )
      })}
    </div>
  )
}

/** Everything beside a shelf: the first player's chair, tiles taken, the end tile. */
export function Trophies({ p, seat }: { p: Props; seat: number }) {
  const { view, t } = p
  const s = view.seats[seat - 1]!
  return (
    <span class="ms-trophies">
      {view.first === seat && (
        <Pic label={t('my-shelfie.chair')}>
          <Chair />
        </Pic>
      )}
      {s.taken.map(
        (points, i) =>
          points > 0 && (
            <Pic key={i} label={t('my-shelfie.trophy', { n: points })}>
              <ScoreTile points={points} goal={i + 1} />
            </Pic>
          ),
      )}
      {view.end_tile === seat && (
        <Pic label={t('my-shelfie.end-tile')}>
          <EndTile />
        </Pic>
      )}
    </span>
  )
}

const right =
  (s: SeatBoard) =>
  (row: number, col: number): boolean =>
    s.shelf[row]?.[col] === s.wanted?.[row]?.[col]

export function rightCells(s: SeatBoard): number {
  return (
    s.wanted
      ?.join('')
      .split('')
      .filter((k, i) => k !== '.' && k === s.shelf.join('')[i]).length ?? 0
  )
}

/** A personal goal: open, mine, or its back. */
export function Personal({ s, label }: { s: SeatBoard; label: string }) {
  return (
    <Pic w={100} h={120} class="ms-personal-art" label={label}>
      {s.wanted ? <PersonalGoal rows={s.wanted} met={right(s)} /> : <GoalBack />}
    </Pic>
  )
}
