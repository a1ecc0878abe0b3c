package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/config"
)

func TestOperatorsFrom_Networks_AreReadOrRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"203.0.113.0/24":         "[203.0.113.0/24]",
		" 203.0.113.9/24":        "[203.0.113.0/24]",
		"203.0.113.9":            "[203.0.113.9/32]",
		"2001:db8:7::1":          "[2001:db8:7::1/128]",
		"10.0.0.0/8,fd00::/8":    "[10.0.0.0/8 fd00::/8]",
		"":                       "[]",
		"203.0.113.0/33":         "203.0.113.0/33",
		"oficina.example.com":    "oficina.example.com",
		"fe80::1%eth0":           "fe80::1%eth0",
		"::ffff:203.0.113.0/120": "write",
		"10.0.0.0/8,":            `""`,
	} {
		var from []string
		if text != "" {
			from = strings.Split(text, ",")
		}
		operators := config.Operators{From: from}
		networks, err := operators.Networks()
		if strings.HasPrefix(want, "[") {
			if got := fmt.Sprint(networks); err != nil || got != want {
				t.Errorf("%q is read as %s, %v; want %s", text, got, err, want)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--operators-from") {
			t.Errorf("%q is refused with %v; want an error, %q in it and %q in it", text, err, want, "--operators-from")
		}
		if err := (config.Server{Session: time.Hour, Operators: operators}).Validate(); err == nil {
			t.Errorf("a server accepts %q", text)
		}
	}
}
