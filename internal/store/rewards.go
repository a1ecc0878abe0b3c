package store

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Rewards are a business's rewards.
type Rewards struct{ tx *Tx }

// Rewards gives access to the business's rewards.
func (tx *Tx) Rewards() Rewards { return Rewards{tx} }

// Insert adds a PENDING reward, or returns false if the milestone has one, even under other terms: a milestone pays
// once.
func (q Rewards) Insert(r loyalty.Reward) (bool, error) {
	statement := insertReward
	if r.Kind.IsEarned() {
		statement = grantReward
	}
	return q.insert(statement, r)
}

// GrantOutcome is the outcome of Grant.
type GrantOutcome int

// Outcomes of Grant.
const (
	GrantedNothing GrantOutcome = iota
	GrantedNew
	GrantedAgain // a cancelled reward is owed again
)

// Grant is Insert for a milestone reached earlier. Terms may have changed since: a reward of another kind also prevents
// it. A cancelled one of the kind is owed again.
func (q Rewards) Grant(r loyalty.Reward) (GrantOutcome, error) {
	rowCount, err := q.tx.exec(`
		UPDATE rewards SET status = 'PENDING', owed_from = 0
		WHERE business_id = $1 AND card_id = $2 AND kind = $3 AND milestone = $4 AND status = 'CANCELLED'
		AND NOT EXISTS (
			SELECT 1 FROM rewards r
			WHERE r.business_id = $1 AND r.card_id = $2 AND r.milestone = $4 AND r.kind <> $3 AND `+earnedReward+`)`,
		q.tx.businessID, r.CardID, r.Kind, r.Milestone)
	if err != nil {
		return GrantedNothing, fmt.Errorf("reviving a cancelled reward of card %s: %w", r.CardID, err)
	}
	if rowCount > 0 {
		return GrantedAgain, nil
	}
	if added, err := q.insert(grantReward, r); err != nil || !added {
		return GrantedNothing, err
	}
	return GrantedNew, nil
}

func (q Rewards) insert(statement string, r loyalty.Reward) (bool, error) {
	if !r.Kind.IsValid() {
		return false, fmt.Errorf("recording a reward: there is no kind %q", r.Kind)
	}
	r.Status, r.Redemption = loyalty.RewardPending, nil
	rowCount, err := q.tx.exec(statement, rewardRow.insertArgs(r, q.tx.businessID)...)
	if err != nil {
		return false, fmt.Errorf("recording a reward: %w", err)
	}
	return rowCount == 1, nil
}

// Revive makes a cancelled reward PENDING from r.OwedFrom stamps on.
func (q Rewards) Revive(r loyalty.Reward) error {
	err := q.tx.execOne(`
		UPDATE rewards SET status = 'PENDING', owed_from = $3
		WHERE business_id = $1 AND id = $2 AND status = 'CANCELLED'`, q.tx.businessID, r.ID, r.OwedFrom)
	if err != nil {
		return fmt.Errorf("reviving reward %s: %w", r.ID, err)
	}
	return nil
}

// Cancel cancels PENDING rewards for more stamps than the card has.
func (q Rewards) Cancel(cardID string, stamps int64) error {
	_, err := q.tx.exec(`
		UPDATE rewards SET status = 'CANCELLED'
		WHERE business_id = $1 AND card_id = $2 AND (milestone > $3 OR owed_from > $3) AND status = 'PENDING'`,
		q.tx.businessID, cardID, stamps)
	if err != nil {
		return fmt.Errorf("cancelling rewards of card %s: %w", cardID, err)
	}
	return nil
}

// Lock returns and locks a reward, or returns loyalty.ErrRewardNotFound.
func (q Rewards) Lock(id string) (loyalty.Reward, error) {
	reward, err := scanReward(q.tx.queryRow(rewardByID+q.tx.lockClause(), q.tx.businessID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return reward, loyalty.ErrRewardNotFound
	}
	if err != nil {
		return reward, fmt.Errorf("reading a reward: %w", err)
	}
	return reward, nil
}

// Redeem redeems a reward, or returns loyalty.ErrRewardNotPending if it is not owed.
func (q Rewards) Redeem(r loyalty.Reward) error {
	r.Status = loyalty.RewardRedeemed
	rowCount, err := q.tx.exec(redeemReward, rewardRow.updateArgs(r, q.tx.businessID, r.ID)...)
	if err != nil {
		return fmt.Errorf("redeeming reward %s: %w", r.ID, err)
	}
	if rowCount == 0 {
		return loyalty.ErrRewardNotPending
	}
	return nil
}

// TakeBack undoes a redemption, or returns loyalty.ErrRewardNotRedeemed.
func (q Rewards) TakeBack(r loyalty.Reward) error {
	r.Redemption = nil
	rowCount, err := q.tx.exec(takeBackReward, rewardRow.updateArgs(r, q.tx.businessID, r.ID)...)
	if err != nil {
		return fmt.Errorf("undoing the redemption of reward %s: %w", r.ID, err)
	}
	if rowCount == 0 {
		return loyalty.ErrRewardNotRedeemed
	}
	return nil
}

// RedeemedOn returns rewards redeemed on a day or after began.
func (q Rewards) RedeemedOn(customerID string, day loyalty.Day, began time.Time) ([]loyalty.Reward, error) {
	return q.all(rewardsRedeemedOn, customerID, day, millis(began))
}

// WelcomePromise returns the text of an owed welcome discount, or "".
func (q Rewards) WelcomePromise(customerID string) (string, error) {
	card, err := q.tx.Cards().Of(customerID)
	if err != nil {
		return "", err
	}
	rewards, err := q.ListUnredeemed([]string{card.ID})
	for _, reward := range rewards {
		if reward.Kind == loyalty.RewardWelcome && reward.Status == loyalty.RewardPending {
			return reward.Promise, err
		}
	}
	return "", err
}

// ListUnredeemed returns PENDING and CANCELLED rewards, oldest first. An index per status skips redeemed ones.
func (q Rewards) ListUnredeemed(cardIDs []string) ([]loyalty.Reward, error) {
	return q.find(q.unredeemedQuery(cardIDs))
}

// PrefetchUnredeemed sends the query of ListUnredeemed with the next statement.
func (q Rewards) PrefetchUnredeemed(cardIDs []string) { q.tx.q.Prefetch(q.unredeemedQuery(cardIDs)) }

func (q Rewards) unredeemedQuery(cardIDs []string) (query string, args []any) {
	ids, in := placeholders(2, cardIDs)
	return selectRewards + `status = 'PENDING' AND card_id IN (` + in + `)
		UNION ALL ` + selectRewards + `status = 'CANCELLED' AND card_id IN (` + in + `)
		ORDER BY created_at, id`, append([]any{q.tx.businessID}, ids...)
}

func (q Rewards) all(query string, args ...any) ([]loyalty.Reward, error) {
	return q.find(query, append([]any{q.tx.businessID}, args...))
}

func (q Rewards) find(query string, args []any) ([]loyalty.Reward, error) {
	rewards := []loyalty.Reward{}
	err := q.tx.queryEach(query, args, func(row scanner) error {
		reward, err := scanReward(row)
		rewards = append(rewards, reward)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing rewards: %w", err)
	}
	return rewards, nil
}

// Of returns a card's rewards, oldest first.
func (q Rewards) Of(cardID string) ([]loyalty.Reward, error) {
	return q.all(rewardsOfCard, cardID)
}

// milestoneOffset keeps milestones unique while rewards change cards.
const milestoneOffset = 1_000_000_000

// Place puts rewards on cards. It offsets all milestones first, so that two cards can exchange one.
func (q Rewards) Place(rewards []loyalty.PlacedReward) error {
	for _, p := range rewards {
		if err := q.tx.execOne(`UPDATE rewards SET milestone = milestone + $3 WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, p.ID, milestoneOffset); err != nil {
			return fmt.Errorf("lifting reward %s: %w", p.ID, err)
		}
	}
	for _, p := range rewards {
		if err := q.tx.execOne(`
			UPDATE rewards SET milestone = milestone - $3, card_id = $4, status = $5, owed_from = $6
			WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, p.ID, milestoneOffset, p.CardID, p.Status, p.OwedFrom); err != nil {
			return fmt.Errorf("placing reward %s: %w", p.ID, err)
		}
	}
	return nil
}

// EarnedAt returns when rewards were earned.
func (q Rewards) EarnedAt(ids []string) ([]time.Time, error) {
	var times []time.Time
	args, in := placeholders(2, append(ids[:len(ids):len(ids)], ""))
	err := q.tx.queryEach(`SELECT created_at FROM rewards WHERE business_id = $1 AND id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var at time.Time
			err := row.Scan((*optionalInstant)(&at))
			times = append(times, at)
			return err
		})
	return times, wrapError("reading when rewards were earned", err)
}

// Withdraw removes an undone merge's unredeemed reward.
func (q Rewards) Withdraw(id string) error {
	err := q.tx.execOne(`DELETE FROM rewards WHERE business_id = $1 AND id = $2 AND status <> 'REDEEMED'`, q.tx.businessID, id)
	if err != nil {
		return fmt.Errorf("withdrawing reward %s: %w", id, err)
	}
	return nil
}

// ListedReward is a reward with the name of the redeeming user.
type ListedReward struct {
	loyalty.Reward
	RedeemedByName string
}

const redeemerName = `, (SELECT u.name FROM users u WHERE u.id = rewards.redeemed_by)`

func scanListedReward(row scanner) (ListedReward, error) {
	var redeemer sql.NullString
	reward, err := scanReward(row, &redeemer)
	return ListedReward{Reward: reward, RedeemedByName: redeemer.String}, err
}

// OfCustomer returns rewards, newest first: of the card, redeemed by the customer, or earned on a family's card, even
// after leaving it.
func (q Rewards) OfCustomer(customerID, cardID string) ([]ListedReward, error) {
	about := map[string]ListedReward{}
	if err := q.collect(about, nil, `card_id = $2`, cardID); err != nil {
		return nil, err
	}
	if err := q.collect(about, nil, `redeemed_customer_id = $2 AND redeemed_at IS NOT NULL`, customerID); err != nil {
		return nil, err
	}
	earners, err := q.tx.Customers().Records(customerID)
	if err != nil {
		return nil, err
	}
	stampedCards, err := q.tx.queryStrings(`SELECT DISTINCT card_id FROM visits WHERE business_id = $1 AND customer_id = $2`, q.tx.businessID, customerID)
	if err != nil {
		return nil, fmt.Errorf("finding the cards of customer %s: %w", customerID, err)
	}
	for _, card := range stampedCards {
		if err := q.collect(about, earners, `card_id = $2`, card); err != nil {
			return nil, err
		}
	}
	return slices.SortedFunc(maps.Values(about), func(a, b ListedReward) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(b.ID, a.ID))
	}), nil
}

func (q Rewards) collect(into map[string]ListedReward, earners []string, condition, value string) error {
	err := q.tx.queryEach(`SELECT`+rewardColumns+redeemerName+` FROM rewards WHERE business_id = $1 AND `+condition,
		[]any{q.tx.businessID, value}, func(row scanner) error {
			reward, err := scanListedReward(row)
			if earners == nil || slices.Contains(earners, reward.CustomerID) {
				into[reward.ID] = reward
			}
			return err
		})
	if err != nil {
		return fmt.Errorf("listing the rewards of a customer: %w", err)
	}
	return nil
}

// List returns the newest first. The search is a kind or status.
func (q Rewards) List(cardIDs []string, search string, page Page) (List[ListedReward], error) {
	args, in := placeholders(2, cardIDs)
	where := clause{args: append([]any{q.tx.businessID}, args...)}
	where.and(`card_id IN (` + in + `)`)
	if search != "" {
		value := where.bind(search)
		where.and(`(kind = upper(` + value + `) OR status = upper(` + value + `))`)
	}
	const from = ` FROM rewards WHERE business_id = $1`
	total, err := q.tx.queryCount(`SELECT count(*)`+from+where.sql(), where.args)
	if err != nil {
		return List[ListedReward]{}, fmt.Errorf("counting rewards: %w", err)
	}
	if err := afterInstant(&where, page, `created_at`, `id`); err != nil {
		return List[ListedReward]{}, err
	}
	list := lister[ListedReward]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`SELECT`+rewardColumns+redeemerName+from+where.sql()+` ORDER BY created_at DESC, id DESC LIMIT `+where.bind(page.Limit+1),
		where.args, func(row scanner) error {
			reward, err := scanListedReward(row)
			list.add(reward, strconv.FormatInt(reward.CreatedAt.UnixMilli(), 10), reward.ID)
			return err
		})
	if err != nil {
		return List[ListedReward]{}, fmt.Errorf("listing rewards: %w", err)
	}
	return list.build(), nil
}
