package store

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"axioma/internal/loyalty"
)

type numberRange struct{ least, most int64 }

// numberRanges are wider than real data. They keep loops over stamps short and exclude a target of zero.
func numberRanges() map[string]numberRange {
	count := numberRange{0, 100_000}
	return map[string]numberRange{
		"visits_count": count, "stamps": {-1_000, 100_000}, "stamps_after": count, "stamp_number": {1, 100_000}, "day_slot": {0, 1_000},
		"card_target": {loyalty.MinTarget, 1_000}, "card_half": {0, 999}, "milestone": count, "owed_from": count,
		"clock_skew_ms": {-1e11, 1e11}, "outbox_count": count, "message_count": {0, 1e9}, "tries": {0, 1_000},
		"visit_target": {loyalty.MinTarget, 1_000}, "vip_visit_target": {loyalty.MinTarget, 1_000},
		"mean_ticket": {0, 1e9}, "service_cost": {0, 1e9}, "claimed_stamps": count, "rejected_stamps": count, "number": {0, 1_000_000},
		"width": {1, 1280}, "height": {1, 1280},
		"wa_rate_per_minute": {0, 1e9}, "wa_daily_cap": {0, 1e9}, "wa_monthly_cap": {0, 1e9}, "wa_free_credits": {0, 1e9},
	}
}

// In bytes.
const (
	maxRestoredText    = 40_000
	maxRestoredPicture = 4 << 20
	maxRestoredMoved   = 1 << 20
)

var (
	restoredRanges = numberRanges()
	restoredDays   = []string{"local_day", "birthday", "first_visit_day", "imported_visit_day", "redeemed_day", "day", "until_day"}
	// restoredIDs are ids although they do not end in _id or _by. freeIDs end so, but are not our ids.
	restoredIDs = []string{"id", "merged_into"}
	freeIDs     = []string{"provider_id", "whatsapp_id", "tax_id", "wa_phone_number_id", "subject_id"}
)

// ParseRestoredRow returns values to store, or the first malformed column. Numbers are json.Number. Unknown columns are
// ignored.
func ParseRestoredRow(table string, values map[string]any) (row RestoredRow, wrong string) {
	columns, _ := ExportColumns(table)
	row = RestoredRow{}
	for _, column := range columns {
		value, ok := restoredValue(column, values[column])
		if !ok {
			return nil, column
		}
		row[column] = value
	}
	return row, ""
}

func restoredValue(column string, value any) (any, bool) {
	_, isNumber := restoredRanges[column]
	switch {
	case value == nil:
		return nil, true
	case slices.Contains(flags, column):
		_, ok := value.(bool)
		return value, ok
	case column == "at" || strings.HasSuffix(column, "_at"):
		return restoredInstant(value)
	case isNumber:
		return restoredNumber(column, value)
	}
	return restoredText(column, value)
}

func restoredInstant(value any) (any, bool) {
	text, _ := value.(string)
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || at.Year() < 1970 || at.Year() > 2199 {
		return nil, false
	}
	return at.UnixMilli(), true
}

func restoredNumber(column string, value any) (any, bool) {
	literal, _ := value.(json.Number)
	number, err := literal.Int64()
	allowedRange := restoredRanges[column]
	return number, err == nil && number >= allowedRange.least && number <= allowedRange.most
}

func restoredText(column string, value any) (any, bool) {
	text, ok := value.(string)
	longest := maxRestoredText
	switch column {
	case "picture":
		longest = maxRestoredPicture
	case "undo_data":
		longest = maxRestoredMoved
		ok = ok && json.Valid([]byte(text))
	}
	if !ok || len(text) > longest || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, false
	}
	if slices.Contains(restoredDays, column) {
		_, isDay := loyalty.ParseDay(text)
		return text, isDay
	}
	isID := slices.Contains(restoredIDs, column) || strings.HasSuffix(column, "_id") || strings.HasSuffix(column, "_by")
	if isID && !slices.Contains(freeIDs, column) && column != "given_by" && column != "held_by" {
		return text, loyalty.ValidID(text)
	}
	return text, true
}
