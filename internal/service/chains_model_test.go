package service_test

import "pgregory.net/rapid"

// seal seals all rows and events. Nothing that the program does may look like a change by hand.
func (m *machine) seal(t *rapid.T) { m.shop.Town.MustMatchChains(t) }
