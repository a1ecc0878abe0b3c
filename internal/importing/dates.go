package importing

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// dateOrder is the order of day and month, as in 03/04/1990.
type dateOrder int

const (
	orderUnknown dateOrder = iota
	orderDayFirst
	orderMonthFirst
	orderMixed
)

var (
	numericDate = regexp.MustCompile(`^(\d{1,2})[/.\- ]{1,2}(\d{1,2})[/.\- ]{1,2}(\d{4}|\d{2})$`)
	isoDate     = regexp.MustCompile(`^(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})$`)
	compactDate = regexp.MustCompile(`^((?:19|20)\d{2})(\d{2})(\d{2})$`)
	serialDate  = regexp.MustCompile(`^(\d{5})(?:[.,]\d+)?$`)
	timeOfDay   = regexp.MustCompile(`(?i)[T ]\s*\d{1,2}:\d{2}(:\d{2})?([.,]\d+)?\s*([ap]\.?\s?m\.?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$`)
	monthWord   = regexp.MustCompile(`[a-z]{3,}`)
	tuesday     = regexp.MustCompile(`^mar(t|d)`)
	digits      = regexp.MustCompile(`\d+`)
)

// months have prefixes in the languages of aliases but Polish.
var months = []struct {
	number   time.Month
	prefixes []string
}{
	{time.January, []string{"ene", "gen", "jan"}}, {time.February, []string{"feb", "fev"}},
	{time.March, []string{"mar", "marz"}}, {time.April, []string{"abr", "apr", "avr"}},
	{time.May, []string{"may", "mai", "mag"}}, {time.June, []string{"jun", "juin", "giu"}},
	{time.July, []string{"jul", "juil", "lug"}}, {time.August, []string{"ago", "aug", "aou"}},
	{time.September, []string{"sep", "set"}}, {time.October, []string{"oct", "okt", "out", "ott"}},
	{time.November, []string{"nov"}}, {time.December, []string{"dic", "des", "dec", "dez"}},
}

func orderOf(values []string) dateOrder {
	dayFirst, monthFirst := false, false
	for _, value := range values {
		parts := numericDate.FindStringSubmatch(plainDate(value))
		if parts == nil {
			continue
		}
		dayFirst = dayFirst || number(parts[1]) > 12
		monthFirst = monthFirst || number(parts[2]) > 12
	}
	switch {
	case dayFirst && monthFirst:
		return orderMixed
	case dayFirst:
		return orderDayFirst
	case monthFirst:
		return orderMonthFirst
	}
	return orderUnknown
}

func needsOrder(values []string) bool {
	for _, value := range values {
		parts := numericDate.FindStringSubmatch(plainDate(value))
		if parts != nil && number(parts[1]) <= 12 && number(parts[2]) <= 12 && number(parts[1]) != number(parts[2]) {
			return true
		}
	}
	return false
}

type dateReader struct {
	order    dateOrder
	date1904 bool
	today    loyalty.Day
	earliest loyalty.Day
}

// read parses a date with year between earliest and today, or returns false.
func (d dateReader) read(text string) (loyalty.Day, bool) {
	day, ok := d.parse(plainDate(text))
	if !ok || day > d.today || day < d.earliest {
		return "", false
	}
	return day, true
}

func (d dateReader) parse(text string) (loyalty.Day, bool) {
	if parts := isoDate.FindStringSubmatch(text); parts != nil {
		return dayOf(number(parts[1]), number(parts[2]), number(parts[3]))
	}
	if parts := compactDate.FindStringSubmatch(text); parts != nil {
		return dayOf(number(parts[1]), number(parts[2]), number(parts[3]))
	}
	if parts := numericDate.FindStringSubmatch(text); parts != nil {
		return d.dayInOrder(number(parts[1]), number(parts[2]), parts[3])
	}
	if parts := serialDate.FindStringSubmatch(text); parts != nil {
		return d.serial(number(parts[1]))
	}
	return d.withMonthName(text)
}

func (d dateReader) dayInOrder(first, second int, yearText string) (loyalty.Day, bool) {
	year := d.fullYear(yearText)
	switch {
	case first > 12 || d.order == orderDayFirst || d.order == orderUnknown && second <= 12:
		return dayOf(year, second, first)
	case second > 12 || d.order == orderMonthFirst || first == second:
		return dayOf(year, first, second)
	}
	return "", false // the column has dates in both orders
}

// fullYear completes two digits to the last year up to now.
func (d dateReader) fullYear(text string) int {
	year := number(text)
	if len(text) > 2 {
		return year
	}
	const century = 100
	current := number(string(d.today[:4]))
	if year += current / century * century; year > current {
		year -= century
	}
	return year
}

// serial reads Excel's day numbers. Day 60 is 29 February 1900, which did not exist.
func (d dateReader) serial(days int) (loyalty.Day, bool) {
	first := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	if d.date1904 {
		first = time.Date(1904, time.January, 1, 0, 0, 0, 0, time.UTC)
	}
	return loyalty.ParseDay(first.AddDate(0, 0, days).Format(time.DateOnly))
}

// readable returns Excel's day numbers as dates, and other texts unchanged.
func (d dateReader) readable(text string) string {
	parts := serialDate.FindStringSubmatch(plainDate(text))
	if parts == nil {
		return text
	}
	day, ok := d.serial(number(parts[1]))
	if !ok {
		return text
	}
	return fmt.Sprintf("%s/%s/%s", day[8:], day[5:7], day[:4])
}

// withMonthName reads '12 de abril de 1985' and 'April 12, 1985'.
func (d dateReader) withMonthName(text string) (loyalty.Day, bool) {
	month := monthNamed(monthWord.FindAllString(loyalty.Fold(text), -1))
	numbers := digits.FindAllString(text, -1)
	if month == 0 || len(numbers) != 2 {
		return "", false
	}
	if len(numbers[0]) == 4 {
		return dayOf(number(numbers[0]), int(month), number(numbers[1]))
	}
	return dayOf(d.fullYear(numbers[1]), int(month), number(numbers[0]))
}

// monthNamed skips the Tuesday of 'mar 12 abr 2023' in Spanish, Catalan, French and Italian.
func monthNamed(words []string) time.Month {
	var months []time.Month
	for _, word := range words {
		if month := monthOf(word); month != 0 {
			months = append(months, month)
		}
	}
	switch {
	case len(months) == 0:
		return 0
	case len(months) > 1 && words[0] == "mar":
		return months[1]
	}
	return months[0]
}

func monthOf(word string) time.Month {
	if tuesday.MatchString(word) {
		return 0
	}
	for _, candidate := range months {
		for _, prefix := range candidate.prefixes {
			if strings.HasPrefix(word, prefix) {
				return candidate.number
			}
		}
	}
	return 0
}

func plainDate(text string) string {
	return strings.TrimSpace(timeOfDay.ReplaceAllString(strings.TrimSpace(text), ""))
}

func dayOf(year, month, day int) (loyalty.Day, bool) {
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if date.Year() != year || int(date.Month()) != month || date.Day() != day {
		return "", false
	}
	return loyalty.ParseDay(date.Format(time.DateOnly))
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return value
}
