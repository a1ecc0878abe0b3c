package store

import (
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Activity counts active customers, and this month's visits and sent messages.
type Activity struct {
	Customers int64
	Visits    int64
	Messages  int64
}

// Activities returns each business's activity by id.
func (q PlatformBusinesses) Activities(businesses []loyalty.Business, now time.Time) (map[string]Activity, error) {
	activities := map[string]Activity{}
	if len(businesses) == 0 {
		return activities, nil
	}
	err := q.countByBusiness(`
		SELECT business_id, count(*) FROM customers
		WHERE archived_at IS NULL AND business_id IN `, nil, businesses, activities, func(a *Activity) *int64 { return &a.Customers })
	if err != nil {
		return nil, fmt.Errorf("counting the customers of businesses: %w", err)
	}
	for month, group := range byMonth(businesses, now) {
		err := q.countByBusiness(`
			SELECT business_id, count(*) FROM visits
			WHERE deleted_at IS NULL AND local_day >= $1 AND business_id IN `,
			[]any{month.day}, group, activities, func(a *Activity) *int64 { return &a.Visits })
		if err != nil {
			return nil, fmt.Errorf("counting the visits of businesses: %w", err)
		}
		err = q.countByBusiness(`
			SELECT business_id, count(*) FROM messages
			WHERE sent_at >= $1 AND business_id IN `,
			[]any{month.begins}, group, activities, func(a *Activity) *int64 { return &a.Messages })
		if err != nil {
			return nil, fmt.Errorf("counting the messages of businesses: %w", err)
		}
	}
	return activities, nil
}

type month struct {
	day    loyalty.Day
	begins int64
}

func byMonth(businesses []loyalty.Business, now time.Time) map[month][]loyalty.Business {
	groups := map[month][]loyalty.Business{}
	for _, business := range businesses {
		begins := business.StartOfMonth(now)
		key := month{day: business.DayOf(begins), begins: begins.UnixMilli()}
		groups[key] = append(groups[key], business)
	}
	return groups
}

func (q PlatformBusinesses) countByBusiness(
	query string, args []any, businesses []loyalty.Business, activities map[string]Activity, field func(*Activity) *int64,
) error {
	where := clause{args: args}
	places := make([]string, len(businesses))
	for i, business := range businesses {
		places[i] = where.bind(business.ID)
	}
	query += `(` + strings.Join(places, `, `) + `) GROUP BY business_id`
	return q.tx.queryEach(query, where.args, func(row scanner) error {
		var id string
		var count int64
		err := row.Scan(&id, &count)
		activity := activities[id]
		*field(&activity) = count
		activities[id] = activity
		return err
	})
}
