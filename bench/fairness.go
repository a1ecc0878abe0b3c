package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	noisyClients     = 4
	fairnessRounds   = 2
	settleTime       = 6 * time.Second // until the large business is rate limited
	maxFairnessRatio = 1.5
)

// benchFairness compares a small business's slowest visits, alone and beside a large one that sends without pause,
// including its first seconds.
func benchFairness(ctx context.Context, s *stage) ([]row, error) {
	big, err := s.prepareLarge(ctx)
	if err != nil {
		return nil, err
	}
	var quiet, first, loud pairTimes
	answers := 0
	for range fairnessRounds {
		if err := big.serve(ctx, s.options.duration, &quiet); err != nil {
			return nil, err
		}
		operator, err := s.signIn(operatorEmail) // exports need a recent sign-in
		if err != nil {
			return nil, err
		}
		stopNoise := big.startNoise(operator)
		err = errors.Join(big.serve(ctx, settleTime, &first), big.serve(ctx, s.options.duration, &loud))
		answers += stopNoise()
		if err != nil {
			return nil, err
		}
	}
	for _, times := range []latencies{quiet.register, first.register, loud.register} {
		times.sort()
	}
	worst := func(p pairTimes) float64 { return toMilliseconds(p.register.percentile(99)) }
	usual := func(p pairTimes) string {
		return fmt.Sprintf("%s, %s ms", number(toMilliseconds(p.register.percentile(50))), number(worst(p)))
	}
	return []row{
		information("check-ins without load, p50 and p99", usual(quiet)),
		information("  beside a noisy business", usual(loud)),
		information("  in its first seconds", usual(first)),
		below("  p99 beside it, as many times", worst(loud)/worst(quiet), maxFairnessRatio, ""),
		information("  503 answers, without and beside it", fmt.Sprintf("%d, %d of %d", quiet.busy, loud.busy, len(loud.register))),
		information("  answers to the noisy business", number(float64(answers))),
	}, nil
}

func (b *largeStage) serve(ctx context.Context, length time.Duration, times *pairTimes) error {
	until := time.Now().Add(length)
	c, err := dial(b.server.address, until.Add(time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	for n := 0; time.Now().Before(until) && ctx.Err() == nil; n++ {
		if err := times.add(c, b, b.small, n); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// startNoise includes an operator's exports; end returns the number of responses.
func (b *largeStage) startNoise(operator string) (end func() int) {
	get, post := newRequest("GET", b.server.address, b.large.token), newRequest("POST", b.server.address, b.large.token)
	operators := newRequest("GET", b.server.address, operator)
	date := monthsAgo(0)
	screens := [][]byte{
		post.write(nil, "/api/business/targets/preview", "", "", "", otherTargets),
		get.write(nil, "/api/customers?limit=50&q=nadie", "", "", "", ""),
		get.write(nil, "/api/reports/services?range=month&date="+date, "", "", "", ""),
		get.write(nil, "/api/business/week", "", "", "", ""),
	}
	stop := make(chan struct{})
	var group sync.WaitGroup
	counts := make([]int, noisyClients+1)
	for i := range noisyClients {
		group.Go(func() {
			counts[i] = b.sendUntilStopped(stop, func(n int) []byte { return screens[(i+n)%len(screens)] })
		})
	}
	group.Go(func() {
		counts[noisyClients] = b.sendUntilStopped(stop, func(int) []byte { return operators.write(nil, "/api/cp/businesses/", olderBusiness, "/export", "", "") })
	})
	return func() int {
		close(stop)
		group.Wait()
		total := 0
		for _, count := range counts {
			total += count
		}
		return total
	}
}

func (b *largeStage) sendUntilStopped(stop chan struct{}, request func(n int) []byte) (answers int) {
	var c *conn
	for n := 0; ; n++ {
		select {
		case <-stop:
			if c != nil {
				c.Close()
			}
			return answers
		default:
		}
		if c == nil {
			var err error
			if c, err = dial(b.server.address, time.Now().Add(time.Minute)); err != nil {
				return answers
			}
		}
		if status, _, err := c.do(request(n)); err != nil {
			c.Close()
			c = nil
		} else if status < 300 {
			answers++
		}
	}
}
