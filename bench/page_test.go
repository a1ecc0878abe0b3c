package main

import "testing"

// What the pages may weigh, in kilobytes. That is above what they should, which the bench says: until they are lighter, they
// do not become heavier without somebody who says so here.
const (
	heaviestRegistration = 84
	heaviestCounter      = 155
)

func TestThePagesDoNotGrow(t *testing.T) {
	sizes, err := weighPages("../internal/webui/dist")
	if err != nil {
		t.Fatalf("the web app has to be built, by make build: %v", err)
	}
	if sizes.registration > heaviestRegistration {
		t.Errorf("the registration page loads %.1f kB of JavaScript, more than %d", sizes.registration, heaviestRegistration)
	}
	if sizes.counter > heaviestCounter {
		t.Errorf("the counter loads %.1f kB of JavaScript, more than %d", sizes.counter, heaviestCounter)
	}
}
