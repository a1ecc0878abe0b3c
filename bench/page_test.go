package main

import "testing"

// Limits in kilobytes: above the targets of benchPageSizes, but pages must not grow further.
const (
	heaviestRegistration = 84
	heaviestCounter      = 162
)

func TestPages_JavaScriptSize_IsLimited(t *testing.T) {
	sizes, err := weighPages("../internal/webui/dist")
	if err != nil {
		t.Fatalf("build the web app first, by make build: %v", err)
	}
	if sizes.registration > heaviestRegistration {
		t.Errorf("the registration page loads %.1f kB of JavaScript, more than %d", sizes.registration, heaviestRegistration)
	}
	if sizes.counter > heaviestCounter {
		t.Errorf("the counter loads %.1f kB of JavaScript, more than %d", sizes.counter, heaviestCounter)
	}
}
